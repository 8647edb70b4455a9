"""Bytes to typed records and back: pi's RPC protocol, pure."""

from app.protocol.connection import Connection

__all__ = ["Connection"]
