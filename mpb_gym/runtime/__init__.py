"""The phone: interprets apps' specs, from touches to mutations, from state to pages."""

from mpb_gym.runtime.phone import Phone

__all__ = ["Phone"]
