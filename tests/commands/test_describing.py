from mpb_gym import commands
from mpb_gym.commands import COMMANDS


def test_every_command_and_field_is_described() -> None:
    text = commands.describe()
    for name, kind in COMMANDS.items():
        assert f"- {name}: " in text
        for field, schema in commands.json_schema(kind)["properties"].items():
            assert schema["description"].endswith("."), (name, field)
