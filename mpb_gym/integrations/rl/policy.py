"""A policy that scores what is on screen, element by element."""

from __future__ import annotations

from typing import Any

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from mpb_gym.wrappers.elements.actions import ElementActions
from mpb_gym.wrappers.elements.features import INSTRUCTION


class ElementExtractor(BaseFeaturesExtractor):
    """Gives every action of :class:`ElementActions` a score, from what the action is about.

    A tap is scored by its element and its two neighbours in the tree; typing by how well
    element and text go together, a product of two vectors; tools by their key or text; all of
    them in the light of the whole. Weights are shared among elements, texts and keys, so that
    what is learnt of one restaurant holds for another that was never seen.

    Its output, shape (batch, actions + width), is the scores followed by the features from
    which the value is estimated. These come from layers of their own: values are large and
    wrong at first, and would upset what the policy knows.

    Args:
        observation_space: That of :class:`ElementObservation`.
        width: Length of the vectors within.
        wording: Whether it looks at the hashed words of the instruction. Tasks that are
            worded otherwise than those of the training mislead a policy that does.
    """

    def __init__(
        self, observation_space: spaces.Dict, width: int = 64, wording: bool = False
    ) -> None:
        shapes = {name: space.shape or () for name, space in observation_space.items()}
        elements, texts, keys = (shapes[name][0] for name in ("elements", "texts", "high"))
        others = len(ElementActions.OTHERS)
        self.actions = elements + elements * texts + 2 * keys + 2 * texts + others
        super().__init__(observation_space, self.actions + width)
        self.width = width
        self.element = _mlp(shapes["elements"][1], width, width)
        self.skipped = 0 if wording else INSTRUCTION
        context = shapes["context"][0] - self.skipped
        self.whole = _mlp(context + 2 * width, width, width)
        self.seen = _mlp(4 * width, width, width)
        self.text = _mlp(shapes["texts"][1] + width, width, width)
        self.key = nn.Sequential(_mlp(shapes["high"][1] + width, width, width), nn.Linear(width, 2))
        self.tap = nn.Linear(width, 1)
        self.box, self.word = nn.Linear(width, width), nn.Linear(width, width)
        self.box_bias, self.save = nn.Linear(width, 1), nn.Linear(width, 2)
        self.other = nn.Linear(width, others)
        self.judged = _mlp(shapes["elements"][1], width, width)
        self.judge = _mlp(context + 2 * width + keys * shapes["high"][1], width, width)
        self.scale = width**-0.5

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        """Scores the actions of a batch."""
        context = observations["context"][:, self.skipped :]
        elements = self.element(observations["elements"])
        whole = self.whole(torch.cat((context, *_pooled(elements)), -1))
        nothing = torch.zeros_like(elements[:, :1])
        before = torch.cat((nothing, elements[:, :-1]), 1)
        after = torch.cat((elements[:, 1:], nothing), 1)
        seen = self.seen(torch.cat((elements, before, after, _beside(whole, elements)), -1))
        texts = observations["texts"]
        texts = self.text(torch.cat((texts, _beside(whole, texts)), -1))
        keys = observations["high"]
        keys = self.key(torch.cat((keys, _beside(whole, keys)), -1))
        typing = self.box(seen) @ self.word(texts).transpose(1, 2) * self.scale
        typing = typing + self.box_bias(seen)
        scores = (
            self.tap(seen).squeeze(-1),
            typing.flatten(1),
            keys[..., 0],
            keys[..., 1],
            self.save(texts).flatten(1),
            self.other(whole),
        )
        return torch.cat((*scores, self._judge(observations, context)), -1)

    def _judge(self, observations: dict[str, torch.Tensor], context: torch.Tensor) -> torch.Tensor:
        """What the value is estimated from."""
        elements = self.judged(observations["elements"])
        keys = observations["high"].flatten(1)
        seen: torch.Tensor = self.judge(torch.cat((context, keys, *_pooled(elements)), -1))
        return seen


class _Split(nn.Module):
    """What stands where Stable-Baselines3 has its own layers: scores to act, the rest to judge."""

    def __init__(self, actions: int, width: int) -> None:
        super().__init__()
        self.latent_dim_pi, self.latent_dim_vf = actions, width

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        return features[:, : self.latent_dim_pi]

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        return features[:, self.latent_dim_pi :]


class ElementPolicy(MaskableMultiInputActorCriticPolicy):
    """``MaskablePPO``'s policy for :class:`ElementActions` over :class:`ElementObservation`.

    Args:
        args: As of ``MaskableMultiInputActorCriticPolicy``.
        kwargs: Likewise.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("features_extractor_class", ElementExtractor)
        super().__init__(*args, **kwargs)

    def _build_mlp_extractor(self) -> None:
        extractor = self.features_extractor
        assert isinstance(extractor, ElementExtractor)
        self.mlp_extractor = _Split(extractor.actions, extractor.width)  # type: ignore[assignment]

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        # The scores are the logits; a layer after them would mix actions with one another.
        self.action_net = nn.Identity()
        options = {"lr": lr_schedule(1), **self.optimizer_kwargs}
        self.optimizer = self.optimizer_class(self.parameters(), **options)


def _mlp(inputs: int, hidden: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, outputs), nn.ReLU()
    )


def _pooled(rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return rows.mean(1), rows.amax(1)


def _beside(whole: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    return whole.unsqueeze(1).expand(-1, rows.shape[1], -1)
