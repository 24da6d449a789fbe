"""All that can be played here: games, editions, options, seats and computer players."""

from __future__ import annotations

from functools import lru_cache

from misterx.bots import LEVELS
from misterx.chase import Chase
from misterx.chase.edition import Purse
from misterx.core import Setup, edition_names, game_of, games, rules_for
from misterx.server import rule_bodies, wire
from misterx.server.rulebook import used_tickets_go_to

__all__ = ["catalogue"]


def catalogue(public_url: str | None, network_url: str | None) -> rule_bodies.Catalogue:
    """What a host can choose from, editions of the operator's own among them."""
    return _catalogue(edition_names(), public_url, network_url)


@lru_cache(maxsize=1)
def _catalogue(
    names: tuple[str, ...], public_url: str | None, network_url: str | None
) -> rule_bodies.Catalogue:
    by_game: dict[str, list[rule_bodies.EditionInfo]] = {game: [] for game in games()}
    for name in names:
        by_game[game_of(rules_for(name))].append(_edition(name))
    return rule_bodies.Catalogue.model_validate(
        {
            "wire": wire.WIRE,
            "games": [
                {"name": game, "editions": editions, "bots": list(LEVELS)}
                for game, editions in by_game.items()
            ],
            "public_url": public_url,
            "network_url": network_url,
        }
    )


def _edition(name: str) -> rule_bodies.EditionInfo:
    rules = rules_for(name)
    seats = {
        str(players): list(map(str, rules.seats(rules.new_game(Setup(players)))))
        for players in rules.players
    }
    return rule_bodies.EditionInfo(
        name=name,
        players=list(rules.players),
        options=dict(rules.options),
        seats=seats,
        chase=_chase(rules) if isinstance(rules, Chase) else None,
    )


def _chase(rules: Chase) -> rule_bodies.ChaseFacts:
    edition = rules.data
    casts = {players: rules.cast(Setup(players)) for players in rules.players}
    first = casts[rules.players[0]]
    return rule_bodies.ChaseFacts(
        board=edition.board.name,
        transports=sorted(map(str, edition.transports)),
        log=edition.log,
        rounds=edition.rounds,
        shows=[
            window
            for window in range(1, edition.log + 1)
            if edition.is_seen_at(window, on_black=False)
        ],
        in_fixed_order=first.in_fixed_order,
        chooses_start=first.chooses_start,
        has_supply=edition.box is not None,
        used_tickets_go_to=(
            None if edition.detective_purse is Purse.FREE else used_tickets_go_to(edition)
        ),
        x_needs_tickets=edition.x_needs_tickets,
        hunters_need_tickets=edition.detective_purse is not Purse.FREE,
        pieces={
            str(players): {
                str(piece): list(map(str, cast.seats_of[piece])) for piece in cast.pieces
            }
            for players, cast in casts.items()
        },
        pooled=sorted(edition.pooled_for_players),
    )
