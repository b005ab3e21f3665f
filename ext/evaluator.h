/* Strength of 5, 6 or 7 cards.
 *
 * A card is 4 * rank + suit (deuce 0 ... ace 12; clubs, diamonds, hearts, spades).
 * A strength is 16 bits, higher is better: category << 12 | number within the category.
 * The number follows from the ranks alone, so strengths of 5, 6 and 7 cards compare.
 *
 * A hand is the sum of its cards' keys. From the top, a key holds
 *     bits 51..63  row       which row of the table (an 8-bit and a 5-bit digit)
 *     bits 32..47  suits     four counters of 4 bits, started at 3: bit 3 says five of that suit
 *     bits  0..15  place     the place within the row (two 8-bit digits)
 * and without a flush strength = TABLE[place ^ SHIFT[row]], a row-displacement hash.
 * The lower digit of row and place is at most 36 a card, so seven of them carry nothing;
 * the upper digits may overflow into bits that are not read. Digits of a byte let a vector
 * unit sum a key for 32 hands at once (lanes_avx2.h).
 */
#ifndef MAZZO_EVALUATOR_H
#define MAZZO_EVALUATOR_H

#include <stdlib.h>
#include <string.h>

#include "portable.h"

enum {
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
    CATEGORIES
};

/* ---- The rules: the strength of a set of ranks ---- */

static uint16_t CHOOSE[16][6];

static uint16_t strength_in(int category, unsigned number) { return (uint16_t)(category << 12 | number); }

/* The number of the `count` highest ranks in a mask, among all sets of that size:
 * a set with a higher top card has a higher number (the combinatorial number system). */
static unsigned top_ranks(unsigned ranks, int count)
{
    unsigned number = 0;
    for (; count > 0; count--) {
        int rank = highest_bit(ranks);
        number += CHOOSE[rank][count];
        ranks ^= 1u << rank;
    }
    return number;
}

/* 0 for the wheel ... 9 for ace high, or -1 if there is no straight in the mask. */
static int straight_number(unsigned ranks)
{
    unsigned with_low_ace = ranks << 1 | ranks >> 12;
    for (int low = 9; low >= 0; low--)
        if ((with_low_ace >> low & 31) == 31)
            return low;
    return -1;
}

static uint16_t strength_of_suited(unsigned ranks)
{
    int straight = straight_number(ranks);
    if (straight >= 0)
        return strength_in(STRAIGHT_FLUSH, (unsigned)straight);
    return strength_in(FLUSH, top_ranks(ranks, 5));
}

/* held[k] is the mask of the ranks that are held at least k times. */
static uint16_t strength_of_ranks(const unsigned held[5])
{
    unsigned ranks = held[1];
    if (held[4]) {
        int four = highest_bit(held[4]);
        int kicker = highest_bit(ranks ^ 1u << four);
        return strength_in(FOUR_OF_A_KIND, (unsigned)(13 * four + kicker));
    }
    int three = held[3] ? highest_bit(held[3]) : -1;
    if (three >= 0 && held[2] != 1u << three) {
        int pair = highest_bit(held[2] ^ 1u << three);
        return strength_in(FULL_HOUSE, (unsigned)(13 * three + pair));
    }
    int straight = straight_number(ranks);
    if (straight >= 0)
        return strength_in(STRAIGHT, (unsigned)straight);
    if (three >= 0)
        return strength_in(THREE_OF_A_KIND, CHOOSE[13][2] * (unsigned)three + top_ranks(ranks ^ 1u << three, 2));
    if (held[2]) {
        unsigned high = 1u << highest_bit(held[2]);
        unsigned others = held[2] ^ high;
        if (!others)
            return strength_in(PAIR, CHOOSE[13][3] * (unsigned)highest_bit(high) + top_ranks(ranks ^ high, 3));
        unsigned low = 1u << highest_bit(others);
        return strength_in(TWO_PAIR, 13 * top_ranks(high | low, 2) + (unsigned)highest_bit(ranks ^ high ^ low));
    }
    return strength_in(HIGH_CARD, top_ranks(ranks, 5));
}

/* ---- The keys ---- */

/* The digits of each rank: place low, place high, row low, row high. Any digits serve whose
 * sums are distinct for every hand (building the tables checks it); tools/find_digits.py found
 * these as a set whose tables fill fast. */
static const uint8_t DIGITS[13][4] = {
    {0, 0, 0, 0}, {0, 110, 34, 16}, {8, 133, 2, 23},
    {3, 238, 10, 14}, {21, 29, 30, 26}, {24, 158, 35, 15},
    {30, 223, 0, 18}, {23, 104, 34, 2}, {2, 228, 27, 4},
    {36, 47, 18, 22}, {0, 16, 0, 29}, {34, 221, 5, 31},
    {15, 79, 30, 12},
};

static uint64_t KEY[256];    /* by card; bytes that are no card have key 0 */
static uint64_t SUITED[256]; /* the card's bit in four rank masks of 16 bits, one a suit */

/* The bit that stands for all bytes that are no card; no rank mask has it. */
static const uint64_t NO_CARD = (uint64_t)1 << 63;

typedef struct {
    uint64_t key, suited;
} hand;

static const hand NO_CARDS = {(uint64_t)0x3333 << 32, 0};

FORCE_INLINE hand add_card(hand h, uint8_t card)
{
    h.key += KEY[card];
    h.suited |= SUITED[card];
    return h;
}

FORCE_INLINE hand add_hand(hand h, hand other)
{
    h.key += other.key;
    h.suited |= other.suited;
    return h;
}

/* ---- The tables ---- */

static uint16_t TABLE5[1 << 13], SHIFT5[1 << 11];
static uint16_t TABLE6[1 << 15], SHIFT6[1 << 12];
static uint16_t TABLE7[1 << 16], SHIFT7[1 << 13];
static uint16_t TABLE_SUITED[1 << 13];

FORCE_INLINE uint16_t strength_of_key(uint64_t key, int cards)
{
    if (cards == 7)
        return TABLE7[(key & 0xffff) ^ SHIFT7[key >> 51]];
    if (cards == 6)
        return TABLE6[(key & 0x7fff) ^ SHIFT6[key >> 52]];
    return TABLE5[(key & 0x1fff) ^ SHIFT5[key >> 53]];
}

/* The suit that is held five times or more as four bits, one a suit: 0x8, 0x80, 0x800, 0x8000, or 0. */
FORCE_INLINE unsigned flush_of_key(uint64_t key) { return (unsigned)(key >> 32) & 0x8888; }

FORCE_INLINE uint16_t strength_of(hand h, int cards)
{
    unsigned flush = flush_of_key(h.key);
    if (UNLIKELY(flush))
        return TABLE_SUITED[h.suited >> (lowest_bit(flush) >> 2) * 16 & 0x1fff];
    return strength_of_key(h.key, cards);
}

/* ---- Building them ---- */

typedef struct {
    uint16_t row, place, strength;
} entry;

typedef struct {
    int cards, place_bits, row_bits, count;
    entry *entries;
} listing;

/* Lists every set of `left` more ranks from `rank` up, at most four of each. */
static void list_ranks(listing *list, int rank, int left, uint64_t key, const unsigned held[5])
{
    if (left == 0) {
        entry *e = &list->entries[list->count++];
        e->row = (uint16_t)(key >> (64 - list->row_bits));
        e->place = (uint16_t)(key & ((1u << list->place_bits) - 1));
        e->strength = strength_of_ranks(held);
        return;
    }
    if (rank == 13)
        return;
    unsigned more[5];
    memcpy(more, held, sizeof more);
    list_ranks(list, rank + 1, left, key, more);
    for (int times = 1; times <= 4 && times <= left; times++) {
        key += KEY[4 * rank] & ~((uint64_t)0xffff << 32);
        more[times] |= 1u << rank;
        list_ranks(list, rank + 1, left - times, key, more);
    }
}

static int row_fits(const entry *row, int size, const uint16_t *table, unsigned shift)
{
    for (int i = 0; i < size; i++)
        if (table[row[i].place ^ shift])
            return 0;
    return 1;
}

/* Two entries of one row at one place would share a strength. */
static int row_is_sound(const entry *row, int size)
{
    for (int i = 1; i < size; i++)
        for (int j = 0; j < i; j++)
            if (row[i].place == row[j].place)
                return 0;
    return 1;
}

/* Finds the shift at which a row fits beside those already there. */
static int place_row(const entry *row, int size, uint16_t *table, unsigned places, uint16_t *shift)
{
    if (!row_is_sound(row, size))
        return 0;
    for (unsigned attempt = 0; attempt < places; attempt++) {
        unsigned candidate = (attempt * 40503u + row->row * 31421u) & (places - 1);
        if (row_fits(row, size, table, candidate)) {
            for (int i = 0; i < size; i++)
                table[row[i].place ^ candidate] = row[i].strength;
            *shift = (uint16_t)candidate;
            return 1;
        }
    }
    return 0;
}

enum { MAX_ENTRIES = 49205, MAX_ROWS = 1 << 13 };

/* Fills one table, the longest rows first. */
static int build_table(int cards, uint16_t *table, int place_bits, uint16_t *shift, int row_bits)
{
    static const unsigned nothing_held[5] = {0};
    entry *unsorted = malloc(2 * MAX_ENTRIES * sizeof *unsorted);
    int *start = calloc(MAX_ROWS + 1, sizeof *start);
    int built = unsorted && start;
    if (built) {
        listing list = {cards, place_bits, row_bits, 0, unsorted};
        list_ranks(&list, 0, cards, 0, nothing_held);

        int rows = 1 << row_bits, longest = 0;
        for (int i = 0; i < list.count; i++)
            start[unsorted[i].row + 1]++;
        for (int row = 0; row < rows; row++) {
            longest = start[row + 1] > longest ? start[row + 1] : longest;
            start[row + 1] += start[row];
        }
        entry *sorted = unsorted + MAX_ENTRIES;
        for (int i = list.count - 1; i >= 0; i--)
            sorted[--start[unsorted[i].row + 1]] = unsorted[i];

        /* start[row + 1] is now where the row begins, and where the one before it ends. */
        for (int size = longest; size > 0 && built; size--)
            for (int row = 0; row < rows && built; row++) {
                int from = start[row + 1], to = row + 1 < rows ? start[row + 2] : list.count;
                if (to - from == size)
                    built = place_row(sorted + from, size, table, 1u << place_bits, &shift[row]);
            }
    }
    free(unsorted);
    free(start);
    return built;
}

static int build_evaluator(void)
{
    for (int n = 0; n < 16; n++)
        for (int k = 0; k < 6; k++)
            CHOOSE[n][k] = (uint16_t)(k == 0 ? 1 : n == 0 ? 0 : CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k]);
    for (int byte = 52; byte < 256; byte++)
        SUITED[byte] = NO_CARD;
    for (int card = 0; card < 52; card++) {
        const uint8_t *digit = DIGITS[card >> 2];
        unsigned suit = card & 3;
        KEY[card] = (uint64_t)digit[3] << 59 | (uint64_t)digit[2] << 51 | (uint64_t)1 << (32 + 4 * suit) |
                    (uint64_t)digit[1] << 8 | digit[0];
        SUITED[card] = (uint64_t)1 << (16 * suit + (card >> 2));
    }
    for (unsigned ranks = 0; ranks < 1 << 13; ranks++) {
        int count = 0;
        for (unsigned rest = ranks; rest; rest &= rest - 1)
            count++;
        TABLE_SUITED[ranks] = count >= 5 ? strength_of_suited(ranks) : 0;
    }
    return build_table(5, TABLE5, 13, SHIFT5, 11) && build_table(6, TABLE6, 15, SHIFT6, 12) &&
           build_table(7, TABLE7, 16, SHIFT7, 13);
}

#endif
