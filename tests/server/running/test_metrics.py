"""The text that Prometheus reads."""

from __future__ import annotations

import pytest

from misterx.server.metrics import Registry


def test_the_text_of_all_kinds() -> None:
    registry = Registry()
    moves = registry.counter("moves_total", "Moves saved.")
    refused = registry.counter("refused_total", "Refusals.", "code")
    registry.gauge("tables", "Tables in memory.", lambda: 7)
    took = registry.histogram("append_seconds", "Time to save.", (0.01, 0.1))
    moves.add()
    moves.add(2)
    refused.add(of='a"b')
    for seconds in (0.005, 0.01, 0.05, 3.0):
        took.observe(seconds)
    assert registry.text() == (
        "# HELP moves_total Moves saved.\n# TYPE moves_total counter\nmoves_total 3\n"
        "# HELP refused_total Refusals.\n# TYPE refused_total counter\n"
        'refused_total{code="a\\"b"} 1\n'
        "# HELP tables Tables in memory.\n# TYPE tables gauge\ntables 7\n"
        "# HELP append_seconds Time to save.\n# TYPE append_seconds histogram\n"
        'append_seconds_bucket{le="0.01"} 2\nappend_seconds_bucket{le="0.1"} 3\n'
        'append_seconds_bucket{le="+Inf"} 4\n'
        "append_seconds_sum 3.065000\nappend_seconds_count 4\n"
    )


def test_big_counts_are_exact() -> None:
    registry = Registry()
    registry.counter("moves_total", "Moves.").add(123_456_789)
    assert "moves_total 123456789\n" in registry.text()


def test_labels_are_bounded() -> None:
    registry = Registry()
    counter = registry.counter("c_total", "C.", "code")
    for n in range(1000):
        counter.add(of=str(n))
    assert registry.text().count("c_total{") == 65
    assert 'c_total{code="other"} 936' in registry.text()


def test_several_labels_and_facts() -> None:
    registry = Registry()
    asked = registry.counter("asked_total", "Asked.", ("route", "status"))
    took = registry.histogram("took_seconds", "Took.", (1,), "route")
    registry.total("cpu_total", "Processor.", lambda: 1.5)
    registry.information("build_info", "Build.", {"version": "1", "python": "3"})
    asked.add(of=("/", "2xx"))
    took.observe(0.5, of="/")
    assert registry.text() == (
        "# HELP asked_total Asked.\n# TYPE asked_total counter\n"
        'asked_total{route="/",status="2xx"} 1\n'
        "# HELP took_seconds Took.\n# TYPE took_seconds histogram\n"
        'took_seconds_bucket{route="/",le="1"} 1\ntook_seconds_bucket{route="/",le="+Inf"} 1\n'
        'took_seconds_sum{route="/"} 0.500000\ntook_seconds_count{route="/"} 1\n'
        "# HELP cpu_total Processor.\n# TYPE cpu_total counter\ncpu_total 1.5\n"
        "# HELP build_info Build.\n# TYPE build_info gauge\n"
        'build_info{version="1",python="3"} 1\n'
    )


def test_what_fails_is_timed_too() -> None:
    registry = Registry()
    took = registry.histogram("t_seconds", "T.")
    with pytest.raises(KeyError), took.time():
        raise KeyError
    assert "t_seconds_count 1" in registry.text()


def test_mistakes_of_the_programmer_are_told() -> None:
    registry = Registry()
    plain = registry.counter("a_total", "A.")
    with pytest.raises(ValueError, match="already"):
        registry.counter("a_total", "A.")
    with pytest.raises(ValueError, match="no label"):
        plain.add(of="x")
    with pytest.raises(ValueError, match="has a label"):
        registry.counter("b_total", "B.", "code").add()
    with pytest.raises(ValueError, match="has 2 labels"):
        registry.counter("c_total", "C.", ("code", "route")).add(of="x")
