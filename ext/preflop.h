/* Heads-up matchups before the flop, numbered up to the names of the suits.
 *
 * A matchup is the ranks of two hands, the higher pair of ranks first, and which of the four
 * cards share a suit (one of the 15 ways to part four things). Of hands that are pairs the
 * order of the cards is chosen so that the number is lowest. */
#ifndef MAZZO_PREFLOP_H
#define MAZZO_PREFLOP_H

#include "spot.h"

enum {
    RANK_PAIRS = 13 * 14 / 2,
    SUIT_PATTERNS = 15,
    MATCHUPS = RANK_PAIRS * (RANK_PAIRS + 1) / 2 * SUIT_PATTERNS,
    COMBOS = 52 * 51 / 2,
    PREFLOP_BOARDS = 1712304 /* of 5 cards from 48 */
};

static uint8_t PATTERN_OF_SUITS[256]; /* by the four suits, two bits each */

static void build_preflop(void)
{
    int patterns = 0;
    uint8_t pattern_of_names[256];
    memset(pattern_of_names, 0xff, sizeof pattern_of_names);
    for (int suits = 0; suits < 256; suits++) {
        /* Name the suits in the order in which they come: equal patterns get equal names. */
        int name[4] = {-1, -1, -1, -1}, names = 0, named = 0;
        for (int i = 0; i < 4; i++) {
            int suit = suits >> 2 * i & 3;
            if (name[suit] < 0)
                name[suit] = names++;
            named |= name[suit] << 2 * i;
        }
        if (pattern_of_names[named] == 0xff)
            pattern_of_names[named] = (uint8_t)patterns++;
        PATTERN_OF_SUITS[suits] = pattern_of_names[named];
    }
}

FORCE_INLINE int pattern_of(unsigned a, unsigned b, unsigned c, unsigned d)
{
    return PATTERN_OF_SUITS[(a & 3) | (b & 3) << 2 | (c & 3) << 4 | (d & 3) << 6];
}

FORCE_INLINE int min_int(int a, int b) { return a < b ? a : b; }

/* The number of a matchup; *swapped says that it is stored with the second hand first.
 * Each hand has its higher card first. */
static int matchup_of(const uint8_t *a, const uint8_t *b, int *swapped)
{
    int ranks_a = (a[0] >> 2) * ((a[0] >> 2) + 1) / 2 + (a[1] >> 2);
    int ranks_b = (b[0] >> 2) * ((b[0] >> 2) + 1) / 2 + (b[1] >> 2);
    *swapped = ranks_a < ranks_b;
    if (*swapped) {
        const uint8_t *hand = a;
        int ranks = ranks_a;
        a = b, b = hand;
        ranks_a = ranks_b, ranks_b = ranks;
    }
    int pattern = pattern_of(a[0], a[1], b[0], b[1]);
    int pair_a = a[0] >> 2 == a[1] >> 2, pair_b = b[0] >> 2 == b[1] >> 2;
    if (pair_a)
        pattern = min_int(pattern, pattern_of(a[1], a[0], b[0], b[1]));
    if (pair_b)
        pattern = min_int(pattern, pattern_of(a[0], a[1], b[1], b[0]));
    if (pair_a && pair_b)
        pattern = min_int(pattern, pattern_of(a[1], a[0], b[1], b[0]));
    return (ranks_a * (ranks_a + 1) / 2 + ranks_b) * SUIT_PATTERNS + pattern;
}

/* Adds to won and tied, for each hand of the first player, the boards on which it beats and ties
 * the hands of the second, by their weights (each of 1326, by combination). */
static void add_matchups(const double *weights, const uint32_t *wins, const uint32_t *ties, double *won, double *tied)
{
    uint8_t cards[COMBOS][2];
    uint16_t held[2][COMBOS];
    int count[2] = {0, 0};
    for (int high = 1, i = 0; high < 52; high++)
        for (int low = 0; low < high; low++, i++) {
            cards[i][0] = (uint8_t)high;
            cards[i][1] = (uint8_t)low;
            for (int player = 0; player < 2; player++)
                if (weights[COMBOS * player + i] > 0)
                    held[player][count[player]++] = (uint16_t)i;
        }
    for (int m = 0; m < count[0]; m++) {
        int i = held[0][m];
        uint64_t bits = pair_bits(cards[i]);
        double win = 0, tie = 0;
        for (int n = 0; n < count[1]; n++) {
            int j = held[1][n], swapped;
            if (bits & pair_bits(cards[j]))
                continue;
            int matchup = matchup_of(cards[i], cards[j], &swapped);
            uint32_t first_wins = wins[matchup], both = ties[matchup];
            uint32_t mine = swapped ? PREFLOP_BOARDS - first_wins - both : first_wins;
            win += weights[COMBOS + j] * mine;
            tie += weights[COMBOS + j] * both;
        }
        won[i] += win;
        tied[i] += tie;
    }
}

#endif
