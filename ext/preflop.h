/* Heads-up matchups before the flop, numbered up to the names of the suits.
 *
 * A matchup is the ranks of two hands, the higher pair of ranks first, and which of the four
 * cards share a suit (one of the 15 ways to part four things). Of hands that are pairs the
 * order of the cards is chosen so that the number is lowest. */
#ifndef MAZZO_PREFLOP_H
#define MAZZO_PREFLOP_H

#include "spot.h"

enum {
    SUIT_PATTERNS = 15,
    MATCHUPS = RANK_PAIRS * (RANK_PAIRS + 1) / 2 * SUIT_PATTERNS,
    FOUR_CARDS = 13 * 14 * 15 * 16 / 24 * SUIT_PATTERNS,
    PREFLOP_BOARDS = 1712304 /* of 5 cards from 48 */
};

static uint8_t PATTERN_OF_SUITS[256]; /* by the four suits, two bits each */

/* The lowest pattern when cards of equal rank may change places; by which neighbours among four
 * cards in falling order have equal ranks (a bit for each of the three), and the suits. */
static uint8_t LOWEST_PATTERN[8][256];

static int named_suits(int suits)
{
    /* Suits are named in the order in which they come: equal patterns get equal names. */
    int name[4] = {-1, -1, -1, -1}, names = 0, named = 0;
    for (int i = 0; i < 4; i++) {
        int suit = suits >> 2 * i & 3;
        if (name[suit] < 0)
            name[suit] = names++;
        named |= name[suit] << 2 * i;
    }
    return named;
}

static int swapped_suits(int suits, int i)
{
    int difference = (suits >> 2 * i ^ suits >> 2 * (i + 1)) & 3;
    return suits ^ difference << 2 * i ^ difference << 2 * (i + 1);
}

static void build_preflop(void)
{
    int patterns = 0;
    uint8_t pattern_of_names[256];
    memset(pattern_of_names, 0xff, sizeof pattern_of_names);
    for (int suits = 0; suits < 256; suits++) {
        uint8_t *pattern = &pattern_of_names[named_suits(suits)];
        if (*pattern == 0xff)
            *pattern = (uint8_t)patterns++;
        PATTERN_OF_SUITS[suits] = *pattern;
    }
    for (int equal = 0; equal < 8; equal++) {
        memcpy(LOWEST_PATTERN[equal], PATTERN_OF_SUITS, sizeof PATTERN_OF_SUITS);
        /* Six rounds of swapping equal neighbours reach every order of four. */
        for (int round = 0; round < 6; round++)
            for (int suits = 0; suits < 256; suits++)
                for (int i = 0; i < 3; i++) {
                    uint8_t other = LOWEST_PATTERN[equal][swapped_suits(suits, i)];
                    if (equal >> i & 1 && other < LOWEST_PATTERN[equal][suits])
                        LOWEST_PATTERN[equal][suits] = other;
                }
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
    uint16_t held[2][COMBOS];
    int count[2] = {0, 0};
    for (int i = 0; i < COMBOS; i++)
        for (int player = 0; player < 2; player++)
            if (weights[COMBOS * player + i] > 0)
                held[player][count[player]++] = (uint16_t)i;
    for (int m = 0; m < count[0]; m++) {
        int i = held[0][m];
        uint64_t bits = pair_bits(COMBO_CARDS[i]);
        double win = 0, tie = 0;
        for (int n = 0; n < count[1]; n++) {
            int j = held[1][n], swapped;
            if (bits & pair_bits(COMBO_CARDS[j]))
                continue;
            int matchup = matchup_of(COMBO_CARDS[i], COMBO_CARDS[j], &swapped);
            uint32_t first_wins = wins[matchup], both = ties[matchup];
            uint32_t mine = swapped ? PREFLOP_BOARDS - first_wins - both : first_wins;
            win += weights[COMBOS + j] * mine;
            tie += weights[COMBOS + j] * both;
        }
        won[i] += win;
        tied[i] += tie;
    }
}

/* The number of four cards, up to the names of the suits and the order of the cards. */
static int four_cards_of(const uint8_t *a, const uint8_t *b)
{
    uint8_t card[4] = {a[0], a[1], b[0], b[1]};
    for (int end = 3; end > 0; end--)
        for (int i = 0; i < end; i++) {
            uint8_t high = card[i] > card[i + 1] ? card[i] : card[i + 1];
            card[i + 1] ^= card[i] ^ high;
            card[i] = high;
        }
    int rank[4], equal = 0;
    for (int i = 0; i < 4; i++)
        rank[i] = card[i] >> 2;
    for (int i = 0; i < 3; i++)
        equal |= (rank[i] == rank[i + 1]) << i;
    int ranks = CHOOSE[rank[0] + 3][4] + CHOOSE[rank[1] + 2][3] + CHOOSE[rank[2] + 1][2] + rank[3];
    int suits = (card[0] & 3) | (card[1] & 3) << 2 | (card[2] & 3) << 4 | (card[3] & 3) << 6;
    return ranks * SUIT_PATTERNS + LOWEST_PATTERN[equal][suits];
}

/* Adds to `categories` the boards on which the first player ends with each, by the weights of both.
 *
 * `fours` holds by four_cards_of how many of the hands of seven cards that hold those four are of
 * each category. Boards that avoid a hand of the second player follow by inclusion and exclusion:
 * all boards, less those with its one card, less those with its other, and again those with both. */
static void add_categories(const double *weights, const uint16_t *fours, double *categories)
{
    const double *first = weights, *second = weights + COMBOS;
    for (int i = 0; i < COMBOS; i++) {
        if (!(first[i] > 0))
            continue;
        double with_card[52][CATEGORIES] = {{0}}, opposing[52] = {0}, all_opposing = 0, both[CATEGORIES] = {0};
        const uint8_t *hand = COMBO_CARDS[i];
        for (int j = 0; j < COMBOS; j++) {
            const uint8_t *other = COMBO_CARDS[j];
            if (pair_bits(hand) & pair_bits(other))
                continue;
            const uint16_t *four = fours + CATEGORIES * four_cards_of(hand, other);
            all_opposing += second[j];
            opposing[other[0]] += second[j];
            opposing[other[1]] += second[j];
            for (int c = 0; c < CATEGORIES; c++) {
                with_card[other[0]][c] += four[c];
                with_card[other[1]][c] += four[c];
                both[c] += four[c] * second[j];
            }
        }
        for (int c = 0; c < CATEGORIES; c++) {
            /* A board with a card was counted with each of the four others on it. */
            double boards = 0, excluded = 0;
            for (int card = 0; card < 52; card++) {
                boards += with_card[card][c] / 4;
                excluded += with_card[card][c] / 4 * opposing[card];
            }
            categories[c] += first[i] * (boards / 5 * all_opposing - excluded + both[c]);
        }
    }
}

#endif
