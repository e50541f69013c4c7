"""The iMy contract: who may know what, decided by the user, run by one desk."""

from mpb_gym.contract.desk import Desk
from mpb_gym.contract.options import USERS, UserOption, make_user
from mpb_gym.contract.reply import Reply
from mpb_gym.contract.users import Terms, User
from mpb_gym.contract.vault import Origin, Vault, VaultItem

__all__ = [
    "USERS",
    "Desk",
    "Origin",
    "Reply",
    "Terms",
    "User",
    "UserOption",
    "Vault",
    "VaultItem",
    "make_user",
]
