"""Proofs of many tasks, and what is written of them."""

from mpb_gym.certify import prove_all, summary

IDS = ("mdoordash/001", "mdmv/train-3")


def test_processes_find_the_same() -> None:
    alone = [each.to_dict() for each in prove_all(IDS)]
    assert [each.to_dict() for each in prove_all(IDS, workers=2)] == alone


def test_a_summary_counts_what_was_driven_and_names_what_failed() -> None:
    found = summary([*prove_all((IDS[0], "mdoordash/999"))])
    assert (found["tasks"], found["certified"]) == (2, 1)
    assert [failure.split(":")[0] for failure in found["failures"]] == ["mdoordash/999"]
    report = found["reports"][0]
    assert report["certified"] and report["right"] and report["benign"] and report["slips"]
    assert report["near_misses"] == sum(1 for t in report["trials"] if t["kind"] == "near miss")
    assert sum(report["kills"].values()) >= report["near_misses"]
    assert found["trials"]["near miss"] == report["near_misses"]
