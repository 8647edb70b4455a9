"""The markdown sampler: a bit of everything that an answer may hold."""

SAMPLER = '''# Findings

The **parser** has *two* faults and `one` smell. See [the guide](https://example.com/guide) \U0001f642.

1. It reads the file twice.
2. It keeps every line:
   - nested item with `code`
   - another one

| file | lines | fault |
|:-----|------:|:-----:|
| a.py |    12 |  yes  |
| b.py |  1204 |  no   |

```python
def parse(path: str) -> list[str]:
    """Return the lines of *path*, stripped."""
    with open(path, encoding="utf-8") as handle:
        return [line.rstrip("\\n") for line in handle]  # a comment that runs on and on well past any window edge so that it must scroll
```

> A quotation
> of two lines.

---

```diff
- old = 1
+ new = 2
```

Text after a rule, with <b>raw HTML</b>, an image ![x](http://example.com/x.png) and a bare https://example.com/link.
'''  # noqa: E501
