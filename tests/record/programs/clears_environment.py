"""Clears its environment before it imports PyTorch."""
import os

os.environ.clear()
import plain  # noqa: E402,F401
