"""Learning with Stable-Baselines3: a policy over elements, imitation, evaluation (extra ``rl``)."""
