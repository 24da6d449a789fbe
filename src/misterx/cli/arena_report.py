"""What came out of the arena: as a table, as JSON, as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from pathlib import Path

from rich.table import Table

from misterx.arena import (
    Decision,
    Interval,
    Row,
    Series,
    Sprt,
    Standing,
    both_roles,
    compared,
    deal_scores,
    elo,
    save_plot,
    standings,
)
from misterx.bots import NO_LIMIT
from misterx.cli.output import console_for

__all__ = ["Report"]

_FAULTS_SHOWN = 5
_WIDEST = 1000


class Report:
    """The series, and what follows from them."""

    def __init__(self, all_series: Sequence[Series], sprt: Sprt | None, *, is_ladder: bool) -> None:
        self.all_series = all_series
        self.sprt = sprt
        self.is_ladder = is_ladder
        self.verdict = None if sprt is None else sprt.judge(deal_scores(all_series))
        self.standings: list[Standing] = []
        if is_ladder and all(0 in series.results for series in all_series):
            self.standings = standings(all_series)
        self.both = [] if is_ladder else list(_both(all_series))

    @property
    def title(self) -> str:
        """What was played."""
        first = self.all_series[0].match
        limit = "" if first.limit == NO_LIMIT else f", {first.limit} a move"
        options = "".join(f", {option}" for option in first.options)
        return f"{first.edition}{options}, {first.players} players, seed {first.seed}{limit}"

    # --- a table --------------------------------------------------------------------------

    def print(self) -> None:
        """Print everything for people."""
        console = console_for()
        console.width = max(console.width, _WIDEST)  # a table that is cut loses its figures
        console.print(self.title, highlight=False)
        if self.standings:
            console.print(_ladder_table(self.standings), "", sep="\n", soft_wrap=True)
        console.print(self._table(), soft_wrap=True)
        for line in (*self._sprt_lines(), *self._fault_lines()):
            console.print(line, highlight=False, markup=False, soft_wrap=True)

    def _table(self) -> Table:
        table = Table(box=None, pad_edge=False)
        for heading in ("role", "player", "against"):
            table.add_column(heading, no_wrap=True)
        last = () if self.is_ladder else ("ahead by", "Elo") if self.both else ("ahead by",)
        for heading in ("games", "wins", "share", "95 %", *last):
            table.add_column(heading, justify="right", no_wrap=True)
        for series, rival in _with_rivals(self.all_series):
            if series.games:
                table.add_row(*_row(series, rival)[: len(table.columns)])
        for roles in self.both:
            table.add_row(*_row_of_both(roles))
        return table

    def _sprt_lines(self) -> Iterator[str]:
        if self.sprt is None or self.verdict is None:
            return
        decision, deals, ratio = self.verdict
        if decision is Decision.OPEN:
            has_given_up = deals >= self.sprt.most_deals(len(self.all_series))
            said = "no difference shown" if has_given_up else "not decided when the games ended"
        else:
            first, *others = compared(self.all_series)
            who = f"{first} against {others[0]}" if others else first
            near, far = self.sprt.low, self.sprt.high
            if decision is Decision.HIGH:
                near, far = far, near
            said = f"the share of {who} is nearer to {near * 100:g} % than to {far * 100:g} %"
        yield f"test {self.sprt}: {said} ({deals} deals, log likelihood ratio {ratio:+.2f})"

    def _fault_lines(self) -> Iterator[str]:
        for series in self.all_series:
            match, faults = series.match, series.faults
            one, others = f"{match.one} ({match.role})", match.others
            if match.mirrored is not None:
                others += f" ({match.mirrored.role})"
            for result in faults[:_FAULTS_SHOWN]:
                who, whom = (others, one) if result.won else (one, others)
                game = f"game {result.number}: {who} lost against {whom}"
                yield f"{game}, {result.reason}: {result.fault}"
            if more := len(faults[_FAULTS_SHOWN:]):
                yield f"and {more} more games of {one} against {others}"

    # --- JSON -----------------------------------------------------------------------------

    def to_json(self) -> object:
        """A list of the series; with a ladder or a test an object that holds it too."""
        rows = [_to_json(series, rival) for series, rival in _with_rivals(self.all_series)]
        rows += [_both_to_json(roles) for roles in self.both]
        if self.is_ladder:
            return {"ladder": list(map(_standing_to_json, self.standings)), "series": rows}
        if self.sprt is None or self.verdict is None:
            return rows
        decision, deals, ratio = self.verdict
        test = {"test": str(self.sprt), "decision": str(decision), "deals": deals}
        return {"sprt": {**test, "log_likelihood_ratio": round(ratio, 4)}, "series": rows}

    # --- a picture ------------------------------------------------------------------------

    def plot(self, path: Path) -> None:
        """Draw the ladder, or the shares of all series."""
        if self.standings:
            rows = [Row(s.player, (s.both, s.as_x, s.as_detectives)) for s in self.standings]
            kinds = ("both roles", "as Mister X", "as detectives")
            save_plot(path, self.title, "Elo, with 95 % intervals", kinds, rows, 0)
            return
        rows = [
            Row(f"{s.match.one} ({s.match.role}) – {s.match.others}", (_percent(s.share),))
            for s in self.all_series
            if s.games
        ]
        save_plot(path, self.title, "won, in %, with 95 % intervals", ("won",), rows, 50)


def _both(all_series: Sequence[Series]) -> Iterator[list[Series]]:
    """The two series of each player who had both roles, where the sides are alike in number."""
    if all_series[0].match.mirrored is None:
        return  # one seat against several: half of the games is no measure there
    for name in compared(all_series):
        roles = [series for series in all_series if series.match.one == name]
        # Against itself it has won half, whatever was played.
        meets_another = all(series.match.others != name for series in roles)
        if len(roles) == 2 and meets_another and all(0 in series.results for series in roles):
            yield roles


def _with_rivals(all_series: Sequence[Series]) -> Iterator[tuple[Series, Series | None]]:
    """Each series with the next one on the same deals, which it is compared with."""
    for at, series in enumerate(all_series):
        following = all_series[at + 1] if at + 1 < len(all_series) else None
        same = (
            following is not None
            and following.match.role == series.match.role
            and following.match.others == series.match.others
        )
        yield series, following if same else None


def _ladder_table(places: Sequence[Standing]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("player", no_wrap=True)
    for heading in ("Elo", "as Mister X", "as detectives", "games", "wins"):
        table.add_column(heading, justify="right", no_wrap=True)
    for place in places:
        table.add_row(
            place.player,
            *map(_points, (place.both, place.as_x, place.as_detectives)),
            str(place.games),
            str(place.wins),
        )
    return table


def _row(series: Series, rival: Series | None) -> list[str]:
    match = series.match
    gap = _gap(series, rival)
    ahead = "" if gap is None else _signed(gap)
    return [
        match.role,
        match.one,
        match.others,
        *_counts(series.games, series.wins, series.share),
        ahead,
    ]


def _row_of_both(roles: Sequence[Series]) -> list[str]:
    match, share = roles[0].match, both_roles(roles)
    deals = len(deal_scores(roles))
    wins = round(share.estimate * deals * len(roles))
    counts = _counts(deals * len(roles), wins, share)
    return ["both", match.one, match.others, *counts, "", _points(elo(share))]


def _counts(games: int, wins: int, share: Interval) -> list[str]:
    bounds = f"{share.low * 100:.1f}–{share.high * 100:.1f}"
    return [str(games), str(wins), f"{share.estimate * 100:.1f} %", bounds]


def _gap(series: Series, rival: Series | None) -> Interval | None:
    """How far a series is ahead of its rival, once they share two deals."""
    if rival is None or len(series.results.keys() & rival.results.keys()) < 2:
        return None
    return series.ahead_of(rival)


def _signed(gap: Interval) -> str:
    """A difference in points with its interval, by its wider half: the other may be cut off at 100.

    >>> _signed(Interval(0.1, 0.05, 0.15)), _signed(Interval(1.0, 0.44, 1.0))
    ('+10.0 ± 5.0', '+100.0 ± 56.0')
    """
    wider = max(gap.high - gap.estimate, gap.estimate - gap.low)
    return f"{gap.estimate * 100:+.1f} ± {wider * 100:.1f}"


def _points(points: Interval) -> str:
    """Elo points with their bounds; where there are none, words.

    >>> _points(Interval(120.4, 90.2, 155.0)), _points(Interval(float("inf"), 400.0, float("inf")))
    ('+120 (+90 to +155)', 'over +400')
    >>> _points(Interval(320.0, 190.0, float("inf")))
    '+320 (over +190)'
    """
    estimate, low, high = points
    # Rounded to whole numbers first, or there would be a +0 and a -0.
    if isfinite(low) and isfinite(high):
        bounds = f"{round(low):+d} to {round(high):+d}"
    else:
        bounds = f"over {round(low):+d}" if isfinite(low) else f"below {round(high):+d}"
    return f"{round(estimate):+d} ({bounds})" if isfinite(estimate) else bounds


def _percent(share: Interval) -> Interval:
    return Interval(*(value * 100 for value in share))


def _to_json(series: Series, rival: Series | None) -> dict[str, object]:
    match, gap = series.match, _gap(series, rival)
    return {
        "edition": match.edition,
        "players": match.players,
        "options": list(match.options),
        "seed": match.seed,
        "limit": None if match.limit == NO_LIMIT else str(match.limit),
        "role": match.role,
        "one": match.one,
        "others": match.others,
        "games": series.games,
        "wins": series.wins,
        "share": _bounds(series.share) if series.games else None,
        "ahead": None if gap is None else _bounds(gap),
        "endings": {str(reason): count for reason, count in series.reasons.items()},
        "faults": [
            {
                "game": result.number,
                "by": match.others if result.won else match.one,
                "fault": str(result.reason),
                "what": result.fault,
            }
            for result in series.faults
        ],
    }


def _both_to_json(roles: Sequence[Series]) -> dict[str, object]:
    match, share = roles[0].match, both_roles(roles)
    return {
        "role": "both",
        "one": match.one,
        "others": match.others,
        "deals": len(deal_scores(roles)),
        "share": _bounds(share),
        "elo": _bounds(elo(share), digits=1),
    }


def _standing_to_json(place: Standing) -> dict[str, object]:
    return {
        "player": place.player,
        "elo": _bounds(place.both, digits=1),
        "elo_x": _bounds(place.as_x, digits=1),
        "elo_detectives": _bounds(place.as_detectives, digits=1),
        "games": place.games,
        "wins": place.wins,
    }


def _bounds(interval: Interval, digits: int = 4) -> dict[str, float | None]:
    """An interval by name; infinite values are null, which JSON has no number for."""
    return {
        name: round(value, digits) if isfinite(value) else None
        for name, value in interval._asdict().items()
    }
