/* Random games of research-2011 to their end: the yardstick for the kernels, not rules.
 *
 * The same algorithm and the same chance as kernels/playouts.py, so both must end every game alike.
 * It knows one edition only: fixed order, own purses, Mister X's tickets counted and paid to him.
 */
#include <stdint.h>

enum { X = 0, HUNTERS = 1, MOVED = 9, TURN = 10, ROUND = 11, WINDOWS = 12, BLACK = 13, OVER = 16,
       X_TICKETS = 17, PURSES = 20, TAKEN = 48, SIZE = 80 };
enum { CAUGHT = 1, TRAPPED = 2, SURVIVED = 3, NO_MOVES = 4 };
enum { PIECES = 5, TRIES = 24, BLACK_RIDE = 3 };

typedef struct {
  const int32_t *hunter_first, *x_first, *ways;
  int64_t log, rounds;
} Tables;

static inline uint64_t next_word(uint64_t *r) {
  uint64_t x = *r;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  *r = x;
  return x * 0x2545F4914F6CDD1DULL >> 32;
}

static inline int64_t below(uint64_t *r, uint64_t many) { return next_word(r) * many >> 32; }

static inline int is_taken(const uint16_t *s, int station) {
  return ((const uint64_t *)(s + TAKEN))[station >> 6] >> (station & 63) & 1;
}

static inline int may_ride(const uint16_t *s, int way) {
  int ride = way >> 8;
  return (ride == BLACK_RIDE ? s[BLACK] : s[X_TICKETS + ride]) > 0 && !is_taken(s, way & 255);
}

static inline int may_step(const uint16_t *s, int piece, int way) {
  return s[PURSES + 3 * piece + (way >> 8)] > 0 && !is_taken(s, way & 255);
}

static int can_move(const Tables *t, const uint16_t *s, int piece) {
  int here = s[HUNTERS + piece];
  for (int at = t->hunter_first[here]; at < t->hunter_first[here + 1]; at++)
    if (may_step(s, piece, t->ways[at])) return 1;
  return 0;
}

static int has_exit(const Tables *t, const uint16_t *s) {
  for (int at = t->x_first[s[X]]; at < t->x_first[s[X] + 1]; at++)
    if (may_ride(s, t->ways[at])) return 1;
  return 0;
}

static int random_way(const Tables *t, const uint16_t *s, int piece, uint64_t *r) {
  int here = piece < 0 ? s[X] : s[HUNTERS + piece];
  const int32_t *first = piece < 0 ? t->x_first : t->hunter_first;
  int start = first[here], many = first[here + 1] - start;
  for (int tries = 0; tries < TRIES; tries++) {
    int way = t->ways[start + below(r, many)];
    if (piece < 0 ? may_ride(s, way) : may_step(s, piece, way)) return way;
  }
  int found = -1, open = 0;
  for (int at = start; at < start + many; at++) {
    int way = t->ways[at];
    if ((piece < 0 ? may_ride(s, way) : may_step(s, piece, way)) && below(r, ++open) == 0)
      found = way;
  }
  return found;
}

static void next_hunter(const Tables *t, uint16_t *s) {
  for (int piece = 0; piece < PIECES; piece++)
    if (!(s[MOVED] >> piece & 1)) {
      if (can_move(t, s, piece)) return;
      s[MOVED] |= 1 << piece;
    }
  if (s[ROUND] >= t->rounds || s[WINDOWS] >= t->log) {
    s[OVER] = SURVIVED;
    return;
  }
  s[ROUND]++;
  s[TURN] = s[MOVED] = 0;
  if (!has_exit(t, s)) s[OVER] = TRAPPED;
}

static void play_out(const Tables *t, uint16_t *s, uint64_t *r) {
  while (!s[OVER]) {
    if (s[TURN] == 0) {
      int way = random_way(t, s, -1, r);
      s[WINDOWS]++;
      s[X] = way & 255;
      s[way >> 8 == BLACK_RIDE ? BLACK : X_TICKETS + (way >> 8)]--;
      s[TURN] = 1;
      s[MOVED] = 0;
      int any = 0;
      for (int piece = 0; piece < PIECES && !any; piece++) any = can_move(t, s, piece);
      if (any) next_hunter(t, s);
      else s[OVER] = NO_MOVES;
    } else {
      int piece = __builtin_ctz(~s[MOVED]);
      int way = random_way(t, s, piece, r);
      s[PURSES + 3 * piece + (way >> 8)]--;
      s[X_TICKETS + (way >> 8)]++;
      uint64_t *taken = (uint64_t *)(s + TAKEN);
      int here = s[HUNTERS + piece], to = way & 255;
      taken[here >> 6] &= ~(1ULL << (here & 63));
      taken[to >> 6] |= 1ULL << (to & 63);
      s[HUNTERS + piece] = to;
      s[MOVED] |= 1 << piece;
      if ((way & 255) == s[X]) s[OVER] = CAUGHT;
      else next_hunter(t, s);
    }
  }
}

void play_many(const Tables *t, const uint16_t *starts, int64_t many, int64_t games, uint64_t *r,
               int64_t *ends) {
  for (int64_t game = 0; game < games; game++) {
    _Alignas(8) uint16_t s[SIZE];
    for (int at = 0; at < SIZE; at++) s[at] = starts[game % many * SIZE + at];
    play_out(t, s, r);
    ends[s[OVER]]++;
  }
}
