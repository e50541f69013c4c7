"""What an episode needs of a phone, and the phones that have it."""

from mpb_gym.device.protocol import Device, Setup
from mpb_gym.device.sim import SimDevice, check_screen

__all__ = ["Device", "Setup", "SimDevice", "check_screen"]
