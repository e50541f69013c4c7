"""Ways to break a task in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from mpb_gym.spec.plan import Fill
from mpb_gym.spec.rules import Condition, Operator, Rule
from mpb_gym.spec.target import Pick, Request, Target, Want
from mpb_gym.spec.task import TaskSpec

Break: TypeAlias = Callable[[TaskSpec], TaskSpec]


def without_rule(index: int) -> Break:
    return lambda task: replace(task, rules=task.rules[:index] + task.rules[index + 1 :])


def with_rule(table: str, count: int, *where: Condition) -> Break:
    def broken(task: TaskSpec) -> TaskSpec:
        rule = Rule(says="Added", app=task.apps[0], table=table, where=where, count=count)
        return replace(task, rules=(*task.rules, rule))

    return broken


def without_condition(column: str, index: int = 0) -> Break:
    return _rule(index, lambda rule: [each for each in rule.where if each.column != column])


def with_condition(column: str, operand: Any, index: int = 0, operator: Operator = "is") -> Break:
    """Replaces the condition on a column, or adds one."""

    def change(rule: Rule) -> list[Condition]:
        kept = [each for each in rule.where if each.column != column]
        return [*kept, Condition(column=column, operator=operator, operand=operand)]

    return _rule(index, change)


def _rule(index: int, change: Callable[[Rule], list[Condition]]) -> Break:
    def broken(task: TaskSpec) -> TaskSpec:
        rules = list(task.rules)
        rules[index] = replace(rules[index], where=tuple(change(rules[index])))
        assert rules[index] != task.rules[index]
        return replace(task, rules=tuple(rules))

    return broken


def counting(index: int, count: int) -> Break:
    def broken(task: TaskSpec) -> TaskSpec:
        rules = list(task.rules)
        rules[index] = replace(rules[index], count=count)
        return replace(task, rules=tuple(rules))

    return broken


def with_target(change: Callable[[Target], Target]) -> Break:
    def broken(task: TaskSpec) -> TaskSpec:
        assert task.target is not None
        return replace(task, target=change(task.target))

    return broken


def with_request(change: Callable[[Request], Request]) -> Break:
    return with_target(lambda target: replace(target, make=(change(target.make[0]),)))


def picking(collection: str, pick: Pick) -> Break:
    return with_request(lambda each: replace(each, pick={**each.pick, collection: pick}))


def choosing(name: str, want: Want) -> Break:
    return with_request(lambda each: replace(each, choose={**each.choose, name: want}))


def saying(text: str) -> Break:
    return lambda task: replace(task, instruction=text)


def unsaid(words: str) -> Break:
    def broken(task: TaskSpec) -> TaskSpec:
        assert words in task.instruction
        return replace(task, instruction=task.instruction.replace(words, ""))

    return broken


def permitting(**lists: set[str]) -> Break:
    return lambda task: replace(
        task, permissions=replace(task.permissions, **{k: frozenset(v) for k, v in lists.items()})
    )


def without_step(index: int) -> Break:
    return lambda task: replace(task, plan=task.plan[:index] + task.plan[index + 1 :])


def filling(label: str, text: str) -> Break:
    def broken(task: TaskSpec) -> TaskSpec:
        plan = tuple(
            replace(step, boxes={**step.boxes, label: text}) if isinstance(step, Fill) else step
            for step in task.plan
        )
        return replace(task, plan=plan)

    return broken
