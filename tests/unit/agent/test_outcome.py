"""Every way in which an agent can be gone, said in one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.agent.outcome import Facts, Outcome, OutcomeKind, outcome_of

CASES = [
    (Facts("pi", "pi"), OutcomeKind.EXITED, "pi ended by itself.", True),
    (Facts("pi", "pi", exit_code=3), OutcomeKind.EXITED, "pi ended with exit code 3.", False),
    (Facts("pi", "pi", signal=9), OutcomeKind.CRASHED, "pi was killed (signal 9).", False),
    (Facts("pi", "pi", signal=0), OutcomeKind.CRASHED, "pi crashed.", False),
    (Facts("pi", "pi", stop_requested=True), OutcomeKind.STOPPED, "pi was stopped.", True),
    (Facts("pi", "pi", stop_requested=True, exit_code=143), OutcomeKind.STOPPED, "pi was stopped.", True),
    (Facts("pi", "pi", stop_requested=True, signal=15), OutcomeKind.STOPPED, "pi was stopped.", True),
    (Facts("pi", "pi", stop_requested=True, signal=9), OutcomeKind.STOPPED, "pi was stopped by force.", True),
    (
        Facts("pi", "/opt/pi", start_error="execve: No such file", program_found=False),
        OutcomeKind.NOT_FOUND,
        "pi could not be started: /opt/pi was not found.",
        False,
    ),
    (
        Facts("pi", "pi", "/gone", start_error="chdir", folder_found=False),
        OutcomeKind.NOT_FOUND,
        "pi could not be started: the folder /gone does not exist.",
        False,
    ),
    (
        Facts("pi", "pi", start_error="Permission denied.\n", stop_requested=True),
        OutcomeKind.FAILED_TO_START,
        "pi could not be started: Permission denied.",
        False,
    ),
]


@pytest.mark.parametrize(("facts", "kind", "sentence", "expected"), CASES)
def test_facts_become_a_kind_and_a_sentence(facts: Facts, kind: OutcomeKind, sentence: str, expected: bool) -> None:
    outcome = outcome_of(facts)
    assert (outcome.kind, outcome.sentence, outcome.expected) == (kind, sentence, expected)


def test_exit_code_and_signal_exclude_each_other_and_the_error_stream_is_kept() -> None:
    left = outcome_of(Facts("pi", "pi", exit_code=3, stderr_tail="why"))
    assert (left.exit_code, left.signal, left.stderr_tail) == (3, None, "why")
    killed = outcome_of(Facts("pi", "pi", exit_code=9, signal=9))
    assert (killed.exit_code, killed.signal) == (None, 9)


def test_a_good_exit_while_asking_at_start_is_no_good_exit() -> None:
    outcome = outcome_of(Facts("pi", "pi", stderr_tail="tail")).while_asking_at_start()
    assert outcome.kind is OutcomeKind.STARTUP_EXIT
    assert not outcome.expected
    assert "before it could hear an answer" in outcome.sentence
    assert outcome.stderr_tail == "tail"


@pytest.mark.parametrize("facts", [facts for facts, *_ in CASES[1:]])
def test_any_other_end_stays_what_it_is_while_asking_at_start(facts: Facts) -> None:
    outcome = outcome_of(facts)
    assert outcome.while_asking_at_start() is outcome


@given(
    st.builds(
        Facts,
        st.just("The agent"),
        st.just("agent"),
        st.just("/folder"),
        st.integers(0, 255),
        st.none() | st.integers(0, 64),
        st.booleans(),
        st.sampled_from(["", "error"]),
        st.booleans(),
        st.booleans(),
    )
)
def test_every_combination_of_facts_is_one_sentence(facts: Facts) -> None:
    outcome: Outcome = outcome_of(facts)
    assert outcome.sentence.startswith("The agent ")
    assert outcome.sentence.endswith(".")
    assert "\n" not in outcome.sentence
