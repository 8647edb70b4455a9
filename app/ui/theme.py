"""Colours, spacing and fonts: the one place that names them.

Two palettes, light and dark. Text keeps a contrast of at least 4.5:1 on every surface it is used on, controls
3:1; state is never told by colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

SPACE = 4
"""The spacing unit in device-independent pixels; every distance is a multiple of it."""
RADIUS = 8
"""The one corner radius, in device-independent pixels."""
COLUMN = 860
"""The widest that the reading column gets, in device-independent pixels."""

_PROPORTIONAL = ("Inter", "Segoe UI Variable", "Segoe UI", "SF Pro Text", "Cantarell", "Noto Sans", "Ubuntu")
_MONOSPACED = ("JetBrains Mono", "SF Mono", "Cascadia Code", "Fira Code", "Source Code Pro", "DejaVu Sans Mono")


class Scheme(StrEnum):
    """What the person chose: follow the platform, or one of the two palettes."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Theme:
    """One palette; each field is a colour as "#rrggbb"."""

    dark: bool
    background: str
    panel: str
    raised: str
    line: str
    control: str
    text: str
    muted: str
    accent: str
    on_accent: str
    ok: str
    warning: str
    error: str
    added: str
    removed: str
    code: str
    selection: str

    def color(self, name: str) -> QColor:
        """Return the token *name* as a QColor; raises AttributeError for a name that is no token."""
        return QColor(getattr(self, name))


DARK = Theme(
    dark=True, background="#16181d", panel="#1b1e24", raised="#22262e", line="#2c313b", control="#6b7484",
    text="#e6e8ec", muted="#9aa3b2", accent="#7aa2f7", on_accent="#10131a", ok="#8bd17c", warning="#e5b567",
    error="#f07178", added="#1d3326", removed="#3a2226", code="#12141a", selection="#2a3247",
)  # fmt: skip
LIGHT = Theme(
    dark=False, background="#ffffff", panel="#f6f7f9", raised="#ffffff", line="#e2e5ea", control="#868e9c",
    text="#1d2129", muted="#5d6676", accent="#2f5fd0", on_accent="#ffffff", ok="#1a7f37", warning="#8a5a00",
    error="#c0343b", added="#e6f6ea", removed="#fdecec", code="#f6f7f9", selection="#e6edfb",
)  # fmt: skip


def theme_for(scheme: Scheme) -> Theme:
    """Return the palette for *scheme*; SYSTEM asks the platform and falls back to light."""
    if scheme is Scheme.SYSTEM:
        hints = QGuiApplication.styleHints()
        return DARK if hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT
    return DARK if scheme is Scheme.DARK else LIGHT


def theme_in_use() -> Theme:
    """Return the palette that the running application has now."""
    background = QGuiApplication.palette().color(QPalette.ColorRole.Window).name()
    return DARK if background == DARK.background else LIGHT


def palette(theme: Theme) -> QPalette:
    """Return *theme* as a QPalette, so that every stock widget follows it."""
    result = QPalette()
    roles = {
        QPalette.ColorRole.Window: theme.background, QPalette.ColorRole.Base: theme.raised,
        QPalette.ColorRole.AlternateBase: theme.panel, QPalette.ColorRole.Button: theme.raised,
        QPalette.ColorRole.WindowText: theme.text, QPalette.ColorRole.Text: theme.text,
        QPalette.ColorRole.ButtonText: theme.text, QPalette.ColorRole.ToolTipText: theme.text,
        QPalette.ColorRole.ToolTipBase: theme.raised, QPalette.ColorRole.PlaceholderText: theme.muted,
        QPalette.ColorRole.Highlight: theme.accent, QPalette.ColorRole.HighlightedText: theme.on_accent,
        QPalette.ColorRole.Link: theme.accent, QPalette.ColorRole.LinkVisited: theme.accent,
        QPalette.ColorRole.Light: theme.line, QPalette.ColorRole.Midlight: theme.line,
        QPalette.ColorRole.Mid: theme.line, QPalette.ColorRole.Dark: theme.line,
        QPalette.ColorRole.Shadow: theme.background, QPalette.ColorRole.BrightText: theme.error,
    }  # fmt: skip
    for role, colour in roles.items():
        result.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.muted))
    return result


def style_sheet(theme: Theme) -> str:
    """Return the application's style sheet: frames and buttons by object name or `role` property."""
    tokens = {field.name: getattr(theme, field.name) for field in fields(theme)}
    return _STYLE.format(**tokens, radius=RADIUS, small_radius=RADIUS - 2)


def apply_theme(application: QApplication, theme: Theme) -> None:
    """Give every stock widget of *application* the colours of *theme*."""
    application.setPalette(palette(theme))
    application.setStyleSheet(style_sheet(theme))


def apply_scheme(scheme: Scheme) -> Theme:
    """Apply the theme of *scheme* to the running application and return it."""
    theme = theme_for(scheme)
    application = QApplication.instance()
    if isinstance(application, QApplication):
        apply_theme(application, theme)
    return theme


def text_font() -> QFont:
    """Return the best proportional UI font installed, in the platform's own size."""
    return _first_installed(_PROPORTIONAL, QFontDatabase.SystemFont.GeneralFont)


def code_font() -> QFont:
    """Return the best monospaced font installed, in the platform's own size."""
    font = _first_installed(_MONOSPACED, QFontDatabase.SystemFont.FixedFont)
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setFixedPitch(True)
    return font


def _first_installed(families: tuple[str, ...], fallback: QFontDatabase.SystemFont) -> QFont:
    font = QFontDatabase.systemFont(fallback)
    installed = set(QFontDatabase.families())
    for family in families:
        if family in installed:
            font.setFamily(family)
            break
    return font


# Every selector names a `role` property or an object name that a widget sets on purpose: nothing by accident.
_STYLE = """
QMainWindow, QWidget#conversation {{ background: {background}; }}
QToolTip {{ background: {raised}; color: {text}; border: 1px solid {line}; padding: 4px 8px; }}
QLabel[role="muted"] {{ color: {muted}; }}
QLabel[role="heading"] {{ color: {muted}; font-weight: 600; }}
QLabel[role="warning"] {{ color: {warning}; }}
QLabel[role="error"] {{ color: {error}; }}
QFrame[role="card"] {{ background: {raised}; border: 1px solid {line}; border-radius: {radius}px; }}
QFrame[role="picker"] {{ background: {raised}; border: 1px solid {control}; border-radius: {radius}px; }}
QFrame[role="quiet"] {{ background: {panel}; border: 1px solid {line}; border-radius: {radius}px; }}
QFrame[role="asking"], QDialog[role="asking"] {{ background: {raised}; border: 1px solid {accent};
    border-radius: {radius}px; }}
QPushButton {{ border: 1px solid {control}; border-radius: {small_radius}px; padding: 4px 12px;
    background: {raised}; color: {text}; min-height: 20px; }}
QPushButton:hover {{ background: {selection}; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: 3px 11px; }}
QPushButton:disabled {{ color: {muted}; border-color: {line}; background: {panel}; }}
QPushButton[role="primary"] {{ background: {accent}; color: {on_accent}; border-color: {accent}; font-weight: 600; }}
QPushButton[role="primary"]:focus {{ border: 2px solid {text}; }}
QPushButton[role="primary"]:disabled {{ background: {panel}; color: {muted}; border-color: {line}; }}
QPushButton[role="quiet"] {{ border-color: transparent; background: transparent; color: {muted}; }}
QPushButton[role="quiet"]:hover {{ background: {selection}; color: {text}; }}
QPushButton[role="quiet"]:focus {{ border: 2px solid {accent}; color: {text}; }}
QToolButton {{ border: none; border-radius: {small_radius}px; padding: 4px; color: {muted}; background: transparent; }}
QToolButton:hover {{ background: {selection}; color: {text}; }}
QToolButton:focus {{ border: 1px solid {accent}; padding: 3px; }}
QToolButton:checked {{ color: {text}; background: {selection}; }}
QComboBox {{ border: 1px solid {control}; border-radius: {small_radius}px; padding: 4px 12px; background: {raised};
    color: {text}; min-height: 20px; }}
QComboBox::drop-down {{ border: none; background: transparent; width: 24px; }}
QComboBox:focus {{ border-color: {accent}; }}
QToolButton#waitingBadge {{ color: {warning}; padding: 4px 8px; }}
QDockWidget::title {{ padding: 8px 12px; }}
QLineEdit, QPlainTextEdit, QListView {{ background: {raised}; color: {text}; border: 1px solid {control};
    border-radius: {small_radius}px; padding: 4px 8px; selection-background-color: {accent};
    selection-color: {on_accent}; placeholder-text-color: {muted}; }}
QLineEdit:focus, QPlainTextEdit:focus, QListView:focus {{ border-color: {accent}; }}
QFrame#toast {{ background: {raised}; border: 1px solid {line}; border-left: 3px solid {accent};
    border-radius: {small_radius}px; }}
QFrame#toast[severity="warning"] {{ border-left-color: {warning}; }}
QFrame#toast[severity="error"] {{ border-left-color: {error}; }}
QWidget[role="dockTitle"] {{ background: {panel}; border: 1px solid {line}; border-bottom: none;
    border-top-left-radius: {radius}px; border-top-right-radius: {radius}px; }}
QAbstractScrollArea[role="dockPanel"] {{ background: {panel}; border: 1px solid {line}; border-top: none;
    border-bottom-left-radius: {radius}px; border-bottom-right-radius: {radius}px; }}
QTabBar::tab {{ background: transparent; color: {muted}; border: none; border-radius: {small_radius}px;
    padding: 4px 12px; margin: 2px; min-width: 40px; }}
QTabBar::tab:hover {{ background: {selection}; }}
QTabBar::tab:selected {{ background: {panel}; color: {text}; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QToolButton::menu-indicator {{ image: none; width: 0; }}
QPlainTextEdit[role="pane"] {{ background: transparent; border: none; padding: 0; }}
QPlainTextEdit[role="code"] {{ background: {code}; border: 1px solid {line}; }}
QPlainTextEdit[role="code"]:focus {{ border-color: {accent}; }}
QToolButton[role="fold"] {{ padding: 0; }}
QToolButton[role="fold"]:checked {{ color: {muted}; background: transparent; }}
QScrollArea[role="fitting"], QScrollArea[role="fitting"] > QWidget > QWidget {{ background: transparent; }}
QPlainTextEdit[role="bare"] {{ background: transparent; border: none; padding: 0; }}
QListView[role="options"] {{ background: transparent; border: none; padding: 0; outline: 0; }}
QListView[role="options"]::item {{ padding: 4px 8px; border-radius: {small_radius}px; color: {text}; }}
QListView[role="options"]::item:hover {{ background: {panel}; }}
QListView[role="options"]::item:selected {{ background: {selection}; color: {text}; }}
QDialog[role="asking"] QPushButton[ready="false"] {{ color: {muted}; border-color: {line}; background: {panel}; }}
QDialog[role="asking"] QPushButton[role="quiet"][ready="false"] {{ border-color: transparent;
    background: transparent; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle {{ background: {line}; border-radius: 4px; min-height: 28px; min-width: 28px; margin: 1px; }}
QScrollBar::handle:hover {{ background: {control}; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{ background: none;
    border: none; width: 0; height: 0; }}
QStatusBar {{ background: {panel}; border-top: 1px solid {line}; }}
QStatusBar::item {{ border: none; }}
QMenu {{ background: {raised}; color: {text}; border: 1px solid {line}; padding: 4px; }}
QMenu::item {{ padding: 4px 20px 4px 12px; border-radius: 4px; }}
QMenu::item:selected {{ background: {selection}; }}
QMenu::item:disabled {{ color: {muted}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 4px 8px; }}
QMainWindow::separator {{ background: {background}; width: 4px; height: 4px; }}
"""
