"""What an episode needs of a phone, and the phones that have it."""

from mpb_gym.device.protocol import Device, Setup, Snapshots
from mpb_gym.device.sim import SimDevice, check_screen

__all__ = ["Device", "Setup", "SimDevice", "Snapshots", "check_screen"]
