"""Colours of a terminal on our surfaces: kept in hue, moved in lightness until they can be read (WCAG 2)."""

from __future__ import annotations

from functools import lru_cache

from app.session.ansi import Color

Rgb = tuple[int, int, int]

TEXT_CONTRAST = 4.5
_WHITE: Rgb = (255, 255, 255)
_BLACK: Rgb = (0, 0, 0)
_STEPS = 20
# The sixteen named colours, one set for dark surfaces and one for light ones.
_DARK_SURFACE = """
    7f8794 f07178 8bd17c e5b567 7aa2f7 c099ff 5fd7d7 d5d9e0
    9aa3b2 ff8b92 a5e596 ffd080 9dbcff d6b8ff 86e8e8 ffffff
"""
_LIGHT_SURFACE = """
    1d2129 c0343b 1a7f37 8a5a00 2f5fd0 8250df 0b7285 5d6676
    4b5363 d1242f 2da44e 9a6700 0969da a475f9 1b8a9a 000000
"""
# As grounds they keep their names on both: black is dark, white is light; the text on them is moved instead.
_GROUND = """
    0b0d11 a3333a 256b37 8a5a00 2f5fd0 7a4bc8 0b7285 d5d9e0
    4b5363 f07178 8bd17c e5b567 7aa2f7 c099ff 5fd7d7 ffffff
"""


@lru_cache(maxsize=4096)
def readable(color: Color, surface: Rgb, contrast: float = TEXT_CONTRAST) -> Rgb:
    """Return *color* as it is drawn on *surface*: as little changed as reaches *contrast*."""
    rgb = _rgb_of(color, _DARK_SURFACE if luminance(surface) < 0.4 else _LIGHT_SURFACE)
    target = max(_WHITE, _BLACK, key=lambda extreme: ratio(extreme, surface))
    for step in range(_STEPS):
        mixed = mix(rgb, target, step / _STEPS)
        if ratio(mixed, surface) >= contrast:
            return mixed
    return target


def ground(color: Color) -> Rgb:
    """Return *color* as it is drawn behind text."""
    return _rgb_of(color, _GROUND)


def ratio(first: Rgb, second: Rgb) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def luminance(color: Rgb) -> float:
    """Return the relative luminance of *color*, 0 to 1."""
    red, green, blue = (_linear(channel / 255) for channel in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mix(color: Rgb, other: Rgb, share: float) -> Rgb:
    """Return *color* with *share* (0 to 1) of *other*."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(color, other, strict=True))
    return red, green, blue


def parse(color: str) -> Rgb:
    """Return "#rrggbb" as numbers."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _rgb_of(color: Color, named: str) -> Rgb:
    if isinstance(color, tuple):
        return color
    if color < 16:
        return parse("#" + named.split()[color])
    if color >= 232:
        grey = 8 + 10 * (color - 232)
        return grey, grey, grey
    cube = color - 16
    red, green, blue = (0 if level == 0 else 55 + 40 * level for level in (cube // 36, cube // 6 % 6, cube % 6))
    return red, green, blue
