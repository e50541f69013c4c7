"""The phone: interprets apps' specs, from touches to mutations, from state to pages."""

from mpb_gym.runtime.phone import Outcome, Phone

__all__ = ["Outcome", "Phone"]
