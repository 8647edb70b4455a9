"""Spans on screen: formats for documents and pens for painters, readable on their surface."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QFont

from app.session.ansi import PLAIN, Style
from app.ui.contrast import Rgb, ground, mix, parse, readable
from app.ui.theme import Theme

_DIM_CONTRAST = 3.0


@dataclass(frozen=True, slots=True)
class SpanColors:
    """*background* is None where the surface shows through."""

    text: QColor
    background: QColor | None


def span_colors(style: Style, theme: Theme, surface: str, is_link: bool = False) -> SpanColors:
    """Return the colours of a span of *style* on *surface* ("#rrggbb")."""
    under = parse(surface)
    background = under if style.background is None else ground(style.background)
    text = _text_color(style, theme, background, is_link)
    if style.inverse:
        text, background = background, text
        text = readable(text, background)
    elif style.dim:
        text = readable(mix(text, background, 0.4), background, _DIM_CONTRAST)
    shown = QColor(*background) if background != under else None
    return SpanColors(QColor(*text), shown)


def _text_color(style: Style, theme: Theme, background: Rgb, is_link: bool) -> Rgb:
    if style.foreground is not None:
        return readable(style.foreground, background)
    return readable(parse(theme.accent if is_link else theme.text), background)


def span_font(font: QFont, style: Style, is_link: bool = False) -> QFont:
    """Return *font* with the attributes of *style*."""
    if style == PLAIN and not is_link:
        return font
    styled = QFont(font)
    styled.setBold(style.bold)
    styled.setItalic(style.italic)
    styled.setStrikeOut(style.strike)
    styled.setUnderline(style.underline or is_link)
    return styled
