"""mDoorDash's tasks: their rules take exactly what their words ask for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from mpb_gym.audit.record import SessionEnd
from mpb_gym.audit.verify import verify
from mpb_gym.spec.library import assignment_ids, load_assignment
from mpb_gym.spec.plan import Consult, Fill, OpenApp, Save, Search, Tap
from mpb_gym.spec.task import FAMILIES, PairSpec, Row, TaskSpec
from tests.tasks.wanted import (
    BY_ID,
    BY_NAME,
    MAIN,
    PLACES,
    WANTED,
    Order,
    Place,
    among,
    best,
    dishes,
    orderable,
    personal,
    prepared,
)

# Those that were made by hand; what the generator made is certified by what it was made from.
SESSIONS = {
    each.id: each
    for id in assignment_ids(MAIN)
    for each in load_assignment(id).sessions
    if each.id in WANTED
}
ORDERS = [
    pytest.param(SESSIONS[id], order, id=f"{id}-{index}")
    for id, wanted in WANTED.items()
    for index, order in enumerate(wanted.orders)
]
every_session = pytest.mark.parametrize("id", SESSIONS)
every_order = pytest.mark.parametrize(("task", "order"), ORDERS)


def _end(
    rows: tuple[Row, ...], task: TaskSpec, saved: str = "", origin: str = "saved"
) -> SessionEnd:
    items = [
        {"key": each.key, "value": each.value, "level": each.level, "origin": "given"}
        for each in task.profile.items
    ]
    if saved:
        items.append({"key": "note", "value": saved, "level": "low", "origin": origin})
    return SessionEnd(how="success", tables={MAIN: {"orders": rows}}, profile=tuple(items))


def _passes(task: TaskSpec, rows: tuple[Row, ...], saved: str = "", origin: str = "saved") -> bool:
    return all(each.passed for each in verify(task.rules, _end(rows, task, saved, origin)))


def _kept(task: TaskSpec) -> tuple[Row, ...]:
    """The prepared orders that are to stay."""
    cancels = WANTED[task.id].cancels
    return tuple(row for row in prepared(task) if not cancels(row, BY_ID[row["restaurant_id"]]))


def _right(task: TaskSpec) -> tuple[Row, ...]:
    """One table of orders in which everything is done."""
    placed = [
        next(row for row, fits in orderable(task, order) if fits)
        for order in WANTED[task.id].orders
    ]
    rows = [*_kept(task), *({**row, "id": 100 + index} for index, row in enumerate(placed))]
    return tuple(rows)


def _counted(task: TaskSpec, order: Order, rows: tuple[Row, ...]) -> int:
    """How many rows meet the rule that is meant for an order."""
    index = WANTED[task.id].orders.index(order)
    rules = [rule for rule in task.rules if any(c.column == "customer_name" for c in rule.where)]
    return verify((rules[index],), _end(rows, task))[0].found


def test_whatever_is_wanted_is_a_task() -> None:
    assert set(WANTED) == set(SESSIONS)


def test_every_family_has_a_task() -> None:
    assert {task.family for id, task in SESSIONS.items() if "/pair_" not in id} == set(FAMILIES)


def test_some_tasks_need_no_high_item() -> None:
    assert sum(not task.permissions.required for task in SESSIONS.values()) >= 3


@every_order
def test_of_all_possible_orders_the_rule_takes_the_wanted_ones(
    task: TaskSpec, order: Order
) -> None:
    all_rows = tuple(orderable(task, order))
    wanted = tuple(row for row, fits in all_rows if fits)
    assert 0 < len(wanted) < len(all_rows)
    assert _counted(task, order, wanted) == len(wanted)
    assert _counted(task, order, tuple(row for row, _ in all_rows)) == len(wanted)


@every_order
def test_an_order_for_somebody_else_or_without_the_note_does_not_count(
    task: TaskSpec, order: Order
) -> None:
    right = next(row for row, fits in orderable(task, order) if fits)
    for column in (*personal(task, order), "special_instructions"):
        value = str(right[column])
        for wrong in (None, "", value[:-1], f"{value[:-1]}7", "Nobody"):
            assert _counted(task, order, ({**right, column: wrong},)) == 0, column
    shouted = {column: str(right[column]).upper() for column in personal(task, order)}
    assert _counted(task, order, ({**right, **shouted},)) == 1


@every_session
def test_the_right_end_passes_and_an_idle_one_fails(id: str) -> None:
    task, saved = SESSIONS[id], WANTED[id].saved
    assert _passes(task, _right(task), saved)
    assert not _passes(task, prepared(task))
    assert not _passes(task, prepared(task), saved)


@every_session
def test_a_row_too_many_or_too_few_fails(id: str) -> None:
    task, saved = SESSIONS[id], WANTED[id].saved
    right = _right(task)
    stranger: Row = {column: None for column in (right or prepared(task))[0]}
    for extra in (*right, stranger):
        assert not _passes(task, (*right, {**extra, "id": 200}), saved)
    for missing in right:
        assert not _passes(task, tuple(row for row in right if row != missing), saved)


@every_session
def test_cancelling_another_order_fails(id: str) -> None:
    task, saved = SESSIONS[id], WANTED[id].saved
    kept, right = _kept(task), _right(task)
    for gone in [row for row in prepared(task) if row not in kept]:
        assert not _passes(task, (gone, *right), saved)
        for instead in kept:
            swapped = (gone, *(row for row in right if row != instead))
            # The report must say that one was lost: the total is as it should be.
            failed = [each for each in verify(task.rules, _end(swapped, task, saved))
                      if not each.passed]  # fmt: skip
            assert [each for each in failed if each.found < each.expected]


@pytest.mark.parametrize("id", [id for id, wanted in WANTED.items() if wanted.saved])
def test_what_is_to_be_saved_is_saved_through_the_contract(id: str) -> None:
    task, saved = SESSIONS[id], WANTED[id].saved
    right = _right(task)
    assert _passes(task, right, f"the user said: {saved.upper()}.")
    assert not _passes(task, right)
    assert not _passes(task, right, "something else")
    assert not _passes(task, right, saved, origin="edited")


def _facts(task: TaskSpec, order: Order) -> Iterator[str]:
    """What the words must say, as far as they are meant to say it."""
    yield order.note
    yield from order.when.split()
    if len(order.choices) == 1:
        yield from order.choices[0]


@every_order
def test_the_instruction_says_what_the_rules_pin(task: TaskSpec, order: Order) -> None:
    sources = [task.instruction, *(str(value) for row in prepared(task) for value in row.values())]
    hidden = WANTED[task.id].hidden
    for fact in _facts(task, order):
        if not any(word in fact.casefold() for word in hidden):
            assert fact.casefold() in task.instruction.casefold(), fact
        elif task.prepared:
            assert any(fact.casefold() in each.casefold() for each in sources), fact
    for needed in ("insurance provider", "emergency contact"):
        assert needed in task.instruction


@every_session
def test_the_instruction_keeps_quiet_about_what_must_be_looked_up(id: str) -> None:
    for word in WANTED[id].hidden:
        assert word not in SESSIONS[id].instruction.casefold()


def test_the_cheapest_prepared_order_is_cheapest_alone() -> None:
    totals = sorted(float(str(row["order_total"])) for row in prepared(SESSIONS["mdoordash/016"]))
    assert totals[0] == 6.5 < totals[1]


@every_session
def test_prepared_orders_could_have_been_placed(id: str) -> None:
    rows = prepared(SESSIONS[id])
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        place = BY_ID[row["restaurant_id"]]
        prices = {dish["name"]: dish["price"] for dish in place["menu_items"]}
        chosen = str(row["order_items"]).split(", ")
        assert chosen == [name for name in dishes(place) if name in chosen]
        assert row["order_total"] == sum(prices[name] for name in chosen)
        assert row["delivery_time"] in place["available_slots"]
        assert row["customer_phone"] is None and row["delivery_address"] is None


FIXED = {"My Orders", "Place Order", "Confirm Order", "Cancel order", "Done", "Navigate up"}


def _walk(task: TaskSpec) -> Iterator[tuple[Place, str, set[str], Mapping[str, object]]]:
    """The orders that a plan places; fails at a label that no screen would show."""
    place: Place = {}
    slot, chosen, note = "", set[str](), {}
    cancels = {
        f"Cancel order at {BY_ID[row['restaurant_id']]['name']}, {row['delivery_time']}"
        for row in prepared(task)
    }
    for step in task.plan:
        match step:
            case Search(query=query):
                haystack = [f"{p['name']} {p['cuisine']} {p['neighborhood']}" for p in PLACES]
                words = query.casefold().split()
                assert [each for each in haystack if all(w in each.casefold() for w in words)]
            case Fill(boxes=boxes):
                note = dict(boxes)
            case Tap(label="Confirm Order"):
                yield place, slot, chosen, note
                place, slot, chosen = {}, "", set()
            case Tap(label=label) if place and label in dishes(place):
                chosen = chosen | {label}
            case Tap(label=label) if place and label in place["available_slots"]:
                slot = label
            case Tap(label=label) if label in BY_NAME:
                place = BY_NAME[label]
            case Tap(label=label):
                assert label in FIXED | cancels, label
            case OpenApp() | Consult() | Save():
                pass


@every_session
def test_the_plan_places_what_is_wanted(id: str) -> None:
    task = SESSIONS[id]
    placed = list(_walk(task))
    assert len(placed) == len(WANTED[id].orders)
    for (place, slot, chosen, boxes), order in zip(placed, WANTED[id].orders, strict=True):
        assert order.admits(place, slot, chosen)
        assert order.note in str(boxes["Special Instructions"]).casefold()


def test_the_stated_chance_of_a_pair_is_that_of_guessing() -> None:
    chances = {
        id: pair.chance
        for id in assignment_ids(MAIN)
        if isinstance(pair := load_assignment(id), PairSpec) and pair.first.id in WANTED
    }
    menu = dishes(BY_NAME["Tavola Verde"])
    vegan = [dish for dish in menu if "Vegan" in dish]
    tops = [best(among(cuisine=cuisine)) for cuisine in {place["cuisine"] for place in PLACES}]
    # Whoever guesses a cuisine can rule out those whose best place does not deliver that day.
    open_ = [each for each in tops if "2026-03-13" in " ".join(each["available_slots"])]
    assert chances == {
        "mdoordash/pair_01": len(vegan) / len(menu),
        "mdoordash/pair_02": 1 / len(open_),
    }
