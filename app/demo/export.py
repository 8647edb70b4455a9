"""A session as a page of HTML."""

from __future__ import annotations

import html
from pathlib import Path

from app.demo.session import Session, text_of


def export_html(session: Session, path: str) -> str:
    """Write the conversation of *session* to *path*, by default a file in the agent's folder; return the path.

    Raises OSError when it cannot be written.
    """
    path = path or f"pienza-demo-{session.id}.html"
    blocks = [
        f"<h2>{html.escape(message['role'])}</h2>\n<pre>{html.escape(text_of(message))}</pre>"
        for message in session.messages()
        if text_of(message)
    ]
    title = html.escape(session.name or "Demo session")
    page = f'<!doctype html>\n<meta charset="utf-8">\n<title>{title}</title>\n<h1>{title}</h1>\n'
    Path(path).write_text(page + "\n".join(blocks) + "\n", encoding="utf-8")
    return path
