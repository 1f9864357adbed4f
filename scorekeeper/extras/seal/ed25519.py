"""Whether an Ed25519 signature fits, as RFC 8032 says; here nothing is signed.

Nothing secret passes through here, so nothing has to take the same time.
"""

from hashlib import sha512

P = 2**255 - 19
"""The prime of the field."""
L = 2**252 + 27742317777372353535851937790883648493
"""The order of the base point."""
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)

Point = tuple[int, int, int, int]
"""X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z."""
NEUTRAL: Point = (0, 1, 1, 0)


class NoPoint(ValueError):
    """These bytes stand for no point of the curve, or not in the one right way."""


def fits(key: bytes, message: bytes, signature: bytes) -> bool:
    """True if the owner of a public key signed a message so.

    Stricter than it must be: what is written in another than the one right way does not fit, nor
    does a key under which a signature would fit any message.
    """
    if len(key) != 32 or len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], "little")
    try:
        a, r = _point(key), _point(signature[:32])
    except NoPoint:
        return False
    if s >= L or _is_neutral(_times(8, a)):
        return False
    h = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % L
    return _are_equal(_times(s, BASE), _sum(r, _times(h, a)))


def _point(data: bytes) -> Point:
    """The point that 32 bytes stand for (RFC 8032, 5.1.3). Raises NoPoint."""
    number = int.from_bytes(data, "little")
    odd, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        raise NoPoint("y is no number of the field")
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = _root(square)
    if x == 0 and odd:
        raise NoPoint("zero has no sign")
    x = P - x if x & 1 != odd else x
    return x, y, 1, x * y % P


def _root(square: int) -> int:
    """A square root in the field. Raises NoPoint."""
    root = pow(square, (P + 3) // 8, P)
    if root * root % P != square:
        root = root * ROOT_OF_MINUS_1 % P
    if root * root % P != square:
        raise NoPoint("no x belongs to this y")
    return root


def _sum(p: Point, q: Point) -> Point:
    """Two points added (RFC 8032, 5.1.4)."""
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(number: int, point: Point) -> Point:
    result = NEUTRAL
    while number:
        if number & 1:
            result = _sum(result, point)
        point, number = _sum(point, point), number >> 1
    return result


def _are_equal(p: Point, q: Point) -> bool:
    return not ((p[0] * q[2] - q[0] * p[2]) % P or (p[1] * q[2] - q[1] * p[2]) % P)


def _is_neutral(point: Point) -> bool:
    return _are_equal(point, NEUTRAL)


BASE = _point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
