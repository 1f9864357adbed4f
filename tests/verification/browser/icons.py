"""The icons of the home screen, drawn anew: `python -m tests.verification.browser.icons`.

A browser draws them; what is written are small PNGs of 256 colours at most, and nothing else is
needed to run the app.
"""

import re
import struct
import zlib
from collections import Counter
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.fixtures import QUIET, chromium

STATIC = Path(__file__).parents[3] / "static"
MASKABLE, FULL = 0.8, 1.0
"""How large the sign is on a ground that fills all: within 80 % nothing is ever cut off."""
ICONS: dict[str, tuple[int, float | None]] = {
    "icon-192.png": (192, None),
    "icon-512.png": (512, None),
    "icon-maskable-512.png": (512, MASKABLE),
    "icon-180.png": (180, FULL),
}
"""File → pixels, and how large the sign is on a ground to the edges; None: as it is drawn."""
READ = """([url, size]) => new Promise((go) => {
  const image = new Image(), canvas = new OffscreenCanvas(size, size);
  image.onload = () => {
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0, size, size);
    go(Array.from(pen.getImageData(0, 0, size, size).data));
  };
  image.src = url;
})"""


def icon(sign: str, scale: float | None) -> str:
    sign = sign.replace("<svg ", '<svg width="512" height="512" ', 1)
    if scale is None:
        return sign
    head, ground, rest = re.split(r'(<rect width="64" height="64" rx="14")', sign, maxsplit=1)
    fill, inner = rest.split("/>", 1)
    inner = inner.replace("</svg>", "</g></svg>")
    move = f"translate(32 32) scale({scale}) translate(-32 -32)"
    return f'{head}{ground.replace(" rx=", " data-rx=")}{fill}/><g transform="{move}">{inner}'


def pixels(browser: Browser, drawing: str, size: int) -> list[bytes]:
    page = browser.new_page()
    encoded = drawing.encode().hex()
    url = "data:image/svg+xml," + re.sub("..", r"%\g<0>", encoded)
    data = bytes(page.evaluate(READ, [url, size]))
    page.close()
    return [data[at : at + 4] for at in range(0, len(data), 4)]


def png(drawn: list[bytes], size: int) -> bytes:
    """A PNG with a palette: colours that few pixels have become the nearest of the others."""
    common = [colour for colour, _ in Counter(drawn).most_common(256)]
    palette = sorted(common, key=lambda colour: colour[3])  # those that can be seen through first
    places = {colour: nearest(colour, palette) for colour in set(drawn)}
    rows = (drawn[at : at + size] for at in range(0, len(drawn), size))
    data = b"".join(b"\0" + bytes(places[pixel] for pixel in row) for row in rows)
    clear = bytes(colour[3] for colour in palette if colour[3] < 255)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (
            chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 3, 0, 0, 0)),
            chunk(b"PLTE", b"".join(colour[:3] for colour in palette)),
            chunk(b"tRNS", clear) if clear else b"",
            chunk(b"IDAT", zlib.compress(data, 9)),
            chunk(b"IEND", b""),
        )
    )


def nearest(colour: bytes, palette: list[bytes]) -> int:
    """The place of the colour of a palette that looks most like this one."""
    distance = [sum((a - b) ** 2 for a, b in zip(colour, each, strict=True)) for each in palette]
    return distance.index(min(distance))


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main() -> None:
    sign = (STATIC / "icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        path = chromium()
        assert path, "drawing needs Chromium: apt-get install chromium"
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        for name, (size, scale) in ICONS.items():
            data = png(pixels(browser, icon(sign, scale), size), size)
            (STATIC / name).write_bytes(data)
            print(f"{len(data):6,d} B  {name}")
        browser.close()


if __name__ == "__main__":
    main()
