"""The apps' databases: in memory, instrumented, with one way to write."""

from mpb_gym.store.mutations import CancelRecord, EditBox, Instance, Mutation, SendForm
from mpb_gym.store.store import Store

__all__ = ["CancelRecord", "EditBox", "Instance", "Mutation", "SendForm", "Store"]
