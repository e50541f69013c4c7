import json

from mpb_gym.env import actions
from mpb_gym.wrappers import CostStep
from tests.wrappers.test_all import make


def test_costs_stand_between_reward_and_the_end() -> None:
    env = CostStep(make())
    observation, _ = env.reset(options={"task": "mdoordash/001"})
    costs = []
    for key in json.loads(observation["imy"])["high"]:
        action = actions.request_permission("read_data", key)
        _, reward, cost, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated) == (0.0, False, False)
        assert cost == info["cost"]
        costs.append(cost)
    assert max(costs) > 0  # not all of them are needed
