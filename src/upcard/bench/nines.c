/* Nines in plain C, to measure the compiled rules against: the same game with its default options
 * (NI1–NI4), played at random by 2 to 8 seats.
 *
 *   step   the way a program drives a match: ask what is legal, pick one of it, apply it
 *   whole  a whole match in one piece: every phase is known where it comes, nothing is dispatched
 *
 * Cards, flags and counts are bytes. Cards are dealt lazily: the pile lies in any order, and whoever
 * lifts a card takes any of those left. Usage: nines step|whole MATCHES [SEATS [ROUNDS [SEED]]]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

enum { SEATS = 8, CELLS = 9, JOKER = 53, NOBODY = 255, MOST_CARDS = 4 * 54 };
enum { OVER, FLIP, CHOOSE, PLACE_TAKEN, PLACE_DRAWN };                           /* phases */
enum { CODE_DRAW = 0, CODE_TAKE = 1, CODE_REJECT = 2, CODE_PLACE = 3, CODE_FLIP = 12 }; /* + cell */
enum { ALL_PLACES = 0x1ff << CODE_PLACE };

typedef struct {
    uint64_t a, b, c, d;
} Chance;

typedef struct {
    uint8_t phase, seats, seat, dealer, round, rounds, finisher, flips_left;
    uint8_t hand, pile_size, discard_size;
    uint8_t down[SEATS], turns[SEATS];
    uint8_t grid[SEATS][CELLS], up[SEATS][CELLS];
    uint8_t pile[MOST_CARDS], discard[MOST_CARDS];
    int32_t points[SEATS], totals[SEATS];
} State;

static const int8_t POINTS[15] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0, -2}; /* by rank */
static uint8_t deck[MOST_CARDS];
static uint8_t deck_size;
static uint64_t cards; /* dealt or drawn so far */

/* xoshiro256++ (Blackman and Vigna) */
static inline uint64_t rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline uint64_t next(Chance *chance) {
    uint64_t a = chance->a, b = chance->b, c = chance->c, d = chance->d;
    uint64_t result = rotate(a + d, 23) + a, t = b << 17;
    c ^= a;
    d ^= b;
    chance->b = b ^ c;
    chance->a = a ^ d;
    chance->c = c ^ t;
    chance->d = rotate(d, 45);
    return result;
}

static inline uint32_t below(Chance *chance, uint32_t among) {
    return (uint32_t)((next(chance) >> 32) * among >> 32);
}

static void seed(Chance *chance, uint64_t from) {
    uint64_t *words[4] = {&chance->a, &chance->b, &chance->c, &chance->d};
    for (int i = 0; i < 4; i++) { /* SplitMix64 */
        uint64_t z = from += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        *words[i] = z ^ z >> 31;
    }
}

static inline int rank_of(int card) { return (card + 3) / 4; }

static inline int left_of(const State *s, int seat) { return seat + 1 == s->seats ? 0 : seat + 1; }

/* NI1.2: the packs of 54, sorted */
static void lay_out_deck(int seats) {
    int packs = seats < 5 ? 2 : (seats + 1) / 2;
    for (int card = 1; card < JOKER; card++)
        for (int pack = 0; pack < packs; pack++) deck[deck_size++] = card;
    for (int joker = 0; joker < 2 * packs; joker++) deck[deck_size++] = JOKER;
}

static inline uint8_t lift(State *s, Chance *chance) {
    int left = s->pile_size--, place = below(chance, left);
    uint8_t card = s->pile[place];
    s->pile[place] = s->pile[left - 1];
    return card;
}

/* NI1.3–NI1.5 */
static void deal(State *s, Chance *chance) {
    memcpy(s->pile, deck, sizeof deck);
    s->pile_size = deck_size;
    s->finisher = NOBODY;
    s->seat = left_of(s, s->dealer);
    for (int cell = 0; cell < CELLS; cell++)
        for (int place = 0, seat = s->seat; place < s->seats; place++, seat = left_of(s, seat))
            s->grid[seat][cell] = lift(s, chance);
    memset(s->up, 0, sizeof s->up);
    memset(s->turns, 0, sizeof s->turns);
    memset(s->down, CELLS, sizeof s->down);
    s->discard[0] = lift(s, chance);
    s->discard_size = 1;
    s->flips_left = 2;
    s->phase = FLIP;
    cards += CELLS * s->seats + 1;
}

/* NI4.1, NI4.2 */
static int grid_points(const uint8_t *grid) {
    int sum = 0;
    for (int column = 0; column < 3; column++) {
        int top = rank_of(grid[column]), middle = rank_of(grid[column + 3]), low = rank_of(grid[column + 6]);
        if (top != middle || top != low) sum += POINTS[top] + POINTS[middle] + POINTS[low];
    }
    return sum;
}

static void begin_match(State *s, Chance *chance) {
    memset(s->totals, 0, sizeof s->totals);
    s->round = 1;
    s->dealer = below(chance, s->seats);
    deal(s, chance);
}

/* NI4.6 */
static void score_round(State *s, Chance *chance) {
    for (int seat = 0; seat < s->seats; seat++) {
        s->points[seat] = grid_points(s->grid[seat]);
        s->totals[seat] += s->points[seat];
    }
    if (s->round == s->rounds) {
        s->phase = OVER;
        return;
    }
    s->round++;
    s->dealer = left_of(s, s->dealer);
    deal(s, chance);
}

/* NI2.7: the discard but for the upcard becomes the pile */
static void turn_discard_over(State *s) {
    s->pile_size = s->discard_size - 1;
    memcpy(s->pile, s->discard, s->pile_size);
    s->discard[0] = s->discard[s->pile_size];
    s->discard_size = 1;
}

/* NI3 */
static inline void end_turn(State *s, Chance *chance) {
    int seat = s->seat, following = left_of(s, seat);
    s->turns[seat]++;
    if (s->finisher != NOBODY) {
        memset(s->up[seat], 1, CELLS);
        s->down[seat] = 0;
    } else if (s->down[seat] == 0) {
        s->finisher = seat;
    }
    if (following == s->finisher) {
        score_round(s, chance);
        return;
    }
    s->seat = following;
    if (s->turns[following] == 0) {
        s->flips_left = 2;
        s->phase = FLIP;
    } else {
        s->phase = CHOOSE;
    }
}

static inline void lay_hand(State *s, int seat, int cell) {
    s->discard[s->discard_size++] = s->grid[seat][cell];
    s->grid[seat][cell] = s->hand;
    s->down[seat] -= !s->up[seat][cell];
    s->up[seat][cell] = 1;
}

static inline void turn_up(State *s, int seat, int cell) {
    s->up[seat][cell] = 1;
    s->down[seat]--;
}

/* --- step by step ------------------------------------------------------------------------------- */

static inline uint32_t legal(const State *s) {
    if (s->phase == CHOOSE)
        return s->pile_size == 0 && s->discard_size < 2 ? 1 << CODE_TAKE : 1 << CODE_DRAW | 1 << CODE_TAKE;
    if (s->phase == PLACE_DRAWN) return ALL_PLACES | 1 << CODE_REJECT;
    if (s->phase == PLACE_TAKEN) return ALL_PLACES;
    uint32_t mask = 0;
    if (s->phase == FLIP)
        for (int cell = 0; cell < CELLS; cell++)
            mask |= (uint32_t)!s->up[s->seat][cell] << (CODE_FLIP + cell);
    return mask;
}

static inline void apply(State *s, Chance *chance, int code) {
    if (code == CODE_DRAW) {
        if (s->pile_size == 0) turn_discard_over(s);
        s->hand = lift(s, chance);
        s->phase = PLACE_DRAWN;
        cards++;
    } else if (code == CODE_TAKE) {
        s->hand = s->discard[--s->discard_size];
        s->phase = PLACE_TAKEN;
    } else if (code == CODE_REJECT) {
        s->discard[s->discard_size++] = s->hand;
        end_turn(s, chance);
    } else if (code < CODE_FLIP) {
        lay_hand(s, s->seat, code - CODE_PLACE);
        end_turn(s, chance);
    } else {
        turn_up(s, s->seat, code - CODE_FLIP);
        if (--s->flips_left == 0) s->phase = CHOOSE;
    }
}

static inline int any_of(uint32_t mask, Chance *chance) {
    uint32_t nth = below(chance, __builtin_popcount(mask));
#ifdef __BMI2__
    return __builtin_ctz(_pdep_u32(1u << nth, mask));
#else
    while (nth--) mask &= mask - 1;
    return __builtin_ctz(mask);
#endif
}

static uint64_t play_steps(State *s, Chance *chance) {
    uint64_t decisions = 0;
    begin_match(s, chance);
    for (uint32_t mask; (mask = legal(s)); decisions++) apply(s, chance, any_of(mask, chance));
    return decisions;
}

/* --- in one piece -------------------------------------------------------------------------------
 * One random number for each decision and each card, as in the loop of steps. */

static inline void play_turn(State *s, Chance *chance, int seat) {
    int only_take = s->pile_size == 0 && s->discard_size < 2;
    if (only_take || next(chance) >> 63) {
        s->hand = s->discard[--s->discard_size];
        lay_hand(s, seat, below(chance, CELLS));
        return;
    }
    if (s->pile_size == 0) turn_discard_over(s);
    s->hand = lift(s, chance);
    cards++;
    int cell = below(chance, CELLS + 1);
    if (cell < CELLS)
        lay_hand(s, seat, cell);
    else
        s->discard[s->discard_size++] = s->hand;
}

static inline void play_first_flips(State *s, Chance *chance, int seat) {
    int first = below(chance, CELLS), second = below(chance, CELLS - 1);
    turn_up(s, seat, first);
    turn_up(s, seat, second + (second >= first));
}

/* Returns the number of decisions. Nobody can finish on a first turn, which turns up three cards at most.
 * The generator is worked on in a copy, which stays in registers. */
static uint64_t play_round(State *s, Chance *outer) {
    Chance chance = *outer;
    uint64_t turns = s->seats;
    int seat = s->seat;
    for (int first = 0; first < s->seats; first++, seat = left_of(s, seat)) {
        play_first_flips(s, &chance, seat);
        play_turn(s, &chance, seat);
    }
    for (;; seat = left_of(s, seat)) {
        play_turn(s, &chance, seat);
        turns++;
        if (s->down[seat] == 0) break;
    }
    int finisher = seat;
    for (seat = left_of(s, seat); seat != finisher; seat = left_of(s, seat)) {
        play_turn(s, &chance, seat);
        turns++;
    }
    *outer = chance;
    score_round(s, outer);
    return 2 * s->seats + 2 * turns;
}

static uint64_t play_whole(State *s, Chance *chance) {
    uint64_t decisions = 0;
    begin_match(s, chance);
    while (s->phase != OVER) decisions += play_round(s, chance);
    return decisions;
}

static double cpu_seconds(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

int main(int count, char **words) {
    int step = count > 2 && strcmp(words[1], "step") == 0;
    int whole = count > 2 && strcmp(words[1], "whole") == 0;
    long matches = count > 2 ? atol(words[2]) : 0;
    int seats = count > 3 ? atoi(words[3]) : 2, rounds = count > 4 ? atoi(words[4]) : 9;
    if (step == whole || matches < 1 || seats < 2 || seats > SEATS || rounds < 1 || rounds > 18) {
        fprintf(stderr, "usage: %s step|whole MATCHES [SEATS [ROUNDS [SEED]]]\n", words[0]);
        return 2;
    }
    uint64_t decisions = 0;
    int64_t sum = 0, squares = 0;
    Chance chance;
    State state = {.seats = seats, .rounds = rounds};
    seed(&chance, count > 5 ? strtoull(words[5], NULL, 10) : 0);
    lay_out_deck(seats);
    for (long match = 0; match < matches; match++) {
        decisions += whole ? play_whole(&state, &chance) : play_steps(&state, &chance);
        for (int seat = 0; seat < seats; seat++) {
            sum += state.totals[seat];
            squares += (int64_t)state.totals[seat] * state.totals[seat];
        }
    }
    printf("{\"matches\": %ld, \"rounds\": %ld, \"decisions\": %llu, \"cards\": %llu, \"sum\": %lld, "
           "\"squares\": %lld, \"seconds\": %.6f}\n",
           matches, matches * rounds, (unsigned long long)decisions, (unsigned long long)cards,
           (long long)sum, (long long)squares, cpu_seconds());
    return 0;
}
