"""A phone that signs, for tests: Ed25519 as RFC 8032 tells it, from a secret of 32 bytes."""

from base64 import urlsafe_b64encode
from hashlib import sha512

from scorekeeper.extras.seal import BASE, L, P, Point, _times, signed_text
from scorekeeper.ledger.chain import Head


def encoded(point: Point) -> bytes:
    x, y, z, _ = point
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def key_and_signature(secret: bytes, message: bytes) -> tuple[bytes, bytes]:
    digest = sha512(secret).digest()
    a = int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254
    key = encoded(_times(a, BASE))
    r = int.from_bytes(sha512(digest[32:] + message).digest(), "little") % L
    point = encoded(_times(r, BASE))
    h = int.from_bytes(sha512(point + key + message).digest(), "little") % L
    return key, point + ((r + h * a) % L).to_bytes(32, "little")


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def signed_body(head: Head, person: int, secret: bytes | None) -> dict[str, object]:
    """The body of a `signed` event; without a secret it is agreed by a tap."""
    key = signature = b""
    if secret:
        key, signature = key_and_signature(secret, signed_text(head, person).encode())
    return {
        "person": person,
        "head": head.seq,
        "hash": head.hash,
        "key": text_of(key),
        "signature": text_of(signature),
    }
