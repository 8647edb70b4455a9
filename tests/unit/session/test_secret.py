"""Which questions are masked: those that speak of a secret, and not those that only count tokens."""

from __future__ import annotations

import pytest

from app.session.questions import Question, QuestionKind
from app.session.secret import speaks_of_secret


@pytest.mark.parametrize(
    "title",
    [
        "Password:",
        "Enter your sudo password",
        "Passphrase for key '/root/.ssh/id_ed25519':",
        "OPENAI_API_KEY / api key",
        "Paste the API key",
        "GitHub token",
        "Enter the access token for the registry",
        "client secret",
        "AWS credentials",
        "PIN",
        "Enter the OTP",
        "One-time code",
        "Your private-key, please",
    ],
)
def test_a_secret_is_recognised(title: str) -> None:
    assert speaks_of_secret(title)


@pytest.mark.parametrize(
    "title",
    [
        "Branch name",
        "Token budget for this run?",
        "How many tokens may it use?",
        "Which key should be pressed?",
        "Pin the dependency to which version?",
        "Where shall I spin?",
        "Compass direction",
        "Primary key of the table",
        "",
    ],
)
def test_an_ordinary_question_is_not_masked(title: str) -> None:
    assert not speaks_of_secret(title)


def test_only_one_line_of_text_is_masked() -> None:
    assert Question(1, "i", QuestionKind.INPUT, "Password").is_secret
    assert Question(1, "i", QuestionKind.INPUT, "Continue", placeholder="your password").is_secret
    assert not Question(1, "i", QuestionKind.INPUT, "Name").is_secret
    assert not Question(1, "i", QuestionKind.CONFIRM, "Store the password?").is_secret
