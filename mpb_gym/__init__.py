"""mpb_gym: a phone behind the Gymnasium API, to train and judge agents on users' privacy.

``import mpb_gym`` registers the environments; nothing is drawn or read before one is made.
"""

from __future__ import annotations

from mpb_gym.env.registration import register_envs

register_envs()
