/* What the equity kernels are given, and what they count. */
#ifndef MAZZO_SPOT_H
#define MAZZO_SPOT_H

#include "evaluator.h"

enum { MAX_PLAYERS = 10, COMBOS = 52 * 51 / 2, RANK_PAIRS = 13 * 14 / 2 };

/* The combinations of two cards in the order in which weights are given: the higher card first. */
static uint8_t COMBO_CARDS[COMBOS][2];

static void build_combos(void)
{
    for (int high = 1, i = 0; high < 52; high++)
        for (int low = 0; low < high; low++, i++) {
            COMBO_CARDS[i][0] = (uint8_t)high;
            COMBO_CARDS[i][1] = (uint8_t)low;
        }
}

/* The hands that one player may hold. */
typedef struct {
    int count;            /* 0: any two cards that are left */
    const uint8_t *cards; /* count pairs of cards */
    const double *weights;
    double all; /* their sum */
    const uint32_t *keep; /* the alias table: of slot i, keep[i] / 2^32 goes to i, the rest to other[i] */
    const uint16_t *other;
} holding;

typedef struct {
    int players, board_cards;
    holding holdings[MAX_PLAYERS];
    uint8_t board[5];
    uint64_t taken; /* board, dead cards and hands that are certain: nobody draws these */
} spot;

/* Sums over outcomes, each counted by its weight. All fields are doubles, so a tally is also a
 * flat array and tallies add up. Counts of equal weight stay whole numbers up to 2^53. */
typedef struct {
    double weight, weight_squared;
    double shares[MAX_PLAYERS][MAX_PLAYERS];  /* of a player: best together with 0, 1, ... others */
    double squares[MAX_PLAYERS][MAX_PLAYERS]; /* the same with squared weights, for the error */
    double categories[MAX_PLAYERS][CATEGORIES];
} tally;

enum { TALLY_SIZE = sizeof(tally) / sizeof(double) };

FORCE_INLINE uint64_t card_bit(unsigned card) { return (uint64_t)1 << (card & 63); }
FORCE_INLINE uint64_t pair_bits(const uint8_t *cards) { return card_bit(cards[0]) | card_bit(cards[1]); }

/* Two cards as a hand to be added to a board. */
static hand hole_of(const uint8_t *cards)
{
    hand nothing = {0, 0};
    return add_card(add_card(nothing, cards[0]), cards[1]);
}

#endif
