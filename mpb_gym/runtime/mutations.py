"""What an app writes to its store: drafts of forms, forms that are sent, records cancelled."""

from __future__ import annotations

from mpb_gym.events import Event
from mpb_gym.runtime.effects import AskCancel
from mpb_gym.runtime.filling import Filling
from mpb_gym.runtime.program import Moment, Result
from mpb_gym.spec.blocks import Cancel
from mpb_gym.spec.form import FormSpec
from mpb_gym.spec.rules import Scalar
from mpb_gym.store import CancelRecord, EditBox, SendForm, Store


def edit_box(store: Store, filling: Filling, column: str, text: str, moment: Moment) -> Result:
    """Gives a box a new text."""
    edit = EditBox(instance=filling.instance, column=column, new=text)
    event = store.apply(edit, step=moment.step, now=moment.now)
    return Result(events=(event,) if event else ())


def prefill(store: Store, filling: Filling, moment: Moment) -> tuple[Event, ...]:
    """Gives a form that opens blank the defaults of its boxes."""
    if store.draft(filling.instance):
        return ()
    results = [
        edit_box(store, filling, box.column, box.default.text(filling.scope), moment)
        for box in filling.form.boxes
        if box.default is not None
    ]
    return tuple(event for result in results for event in result.events)


def send_form(store: Store, form: FormSpec, filling: Filling, moment: Moment) -> tuple[Result, int]:
    """Makes a record of a filling.

    Args:
        store: The app's tables.
        form: What the button sends.
        filling: The form on screen.
        moment: When.

    Returns:
        What came of it, and the record's id.
    """
    values: dict[str, Scalar] = {
        column: part.value(filling.scope) for column, part in form.values.items()
    }
    send = SendForm(instance=filling.instance, values=values)
    event = store.apply(send, step=moment.step, now=moment.now)
    made = int(store.rows(form.table)[-1]["id"])  # type: ignore[arg-type]
    told = form.notify.text(filling.scope) if form.notify else ""
    return Result(events=(event,) if event else (), notification=told), made


def cancel_record(store: Store, cancel: Cancel, asked: AskCancel, moment: Moment) -> Result:
    """Cancels a record as its app says."""
    done = CancelRecord(table=asked.table, id=asked.id, set=dict(cancel.set))
    event = store.apply(done, step=moment.step, now=moment.now)
    return Result(events=(event,) if event else (), notice=cancel.done)
