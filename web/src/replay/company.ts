/** Who played the game of a record, as far as its file says. */
import type { Company } from '../chase/words';
import type { Replay } from '../generated/wire';
import { seatName } from '../ui/names';

const LONGEST_NAME = 40;

/** In a chase a seat without a name is known by its piece; at cards by its number. */
export function companyOf(
  replay: Pick<Replay, 'game' | 'players' | 'seats' | 'tags'> | null,
): Company {
  const seats = (replay?.seats ?? []).flatMap((seat) => {
    const said = replay?.tags[`name ${seat}`]?.slice(0, LONGEST_NAME);
    const name = said ?? (replay?.game === 'cards' ? seatName(seat) : null);
    return name === null ? [] : [{ seat, who: 'person', name, player: null, until: null } as const];
  });
  return { players: replay?.players ?? 0, seats };
}
