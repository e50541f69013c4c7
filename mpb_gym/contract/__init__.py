"""The iMy contract: who may know what, decided by the user, run by one desk."""

from mpb_gym.contract.desk import Desk
from mpb_gym.contract.reply import Reply
from mpb_gym.contract.users import User, make_user
from mpb_gym.contract.vault import Origin, Vault, VaultItem

__all__ = ["Desk", "Origin", "Reply", "User", "Vault", "VaultItem", "make_user"]
