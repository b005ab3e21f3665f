/* LANES hands at once: a column holds one card of each.
 *
 * Both paths, this plain one and lanes_avx2.h, have the same names, so a kernel that is compiled
 * for both (NAME(x) is x_plain or x_avx2) reads the same and gives the same result. */
#ifndef MAZZO_LANES_H
#define MAZZO_LANES_H

#include "evaluator.h"
#include "random.h"

enum { LANES = 2 * STREAMS };

/* ---- Columns ---- */

typedef struct {
    uint8_t card[LANES];
} column_plain;

FORCE_INLINE column_plain load_plain(const uint8_t *cards)
{
    column_plain column;
    memcpy(column.card, cards, LANES);
    return column;
}

FORCE_INLINE column_plain all_lanes_plain(uint8_t card)
{
    column_plain column;
    memset(column.card, card, LANES);
    return column;
}

FORCE_INLINE void store_plain(uint8_t *cards, column_plain column) { memcpy(cards, column.card, LANES); }

/* Moves each card up by one if it is not below the other. */
FORCE_INLINE column_plain step_over_plain(column_plain cards, column_plain others)
{
    for (int lane = 0; lane < LANES; lane++)
        cards.card[lane] += cards.card[lane] >= others.card[lane];
    return cards;
}

FORCE_INLINE column_plain lower_plain(column_plain a, column_plain b)
{
    for (int lane = 0; lane < LANES; lane++)
        a.card[lane] = a.card[lane] < b.card[lane] ? a.card[lane] : b.card[lane];
    return a;
}

FORCE_INLINE column_plain higher_plain(column_plain a, column_plain b)
{
    for (int lane = 0; lane < LANES; lane++)
        a.card[lane] = a.card[lane] > b.card[lane] ? a.card[lane] : b.card[lane];
    return a;
}

/* A random number from 0 to below `count` for each lane: 16 bits times count, the upper half. Lower
 * halves under 65536 % count would make some numbers likelier; if one comes, all is drawn again. */
FORCE_INLINE column_plain random_below_plain(random_streams *random, uint16_t count)
{
    const uint16_t uneven = (uint16_t)(65536 % count);
    uint32_t words[STREAMS];
    uint16_t halves[LANES], again;
    column_plain column;
    do {
        next_words(random, words);
        for (int i = 0; i < STREAMS; i++) {
            halves[2 * i] = (uint16_t)words[i];
            halves[2 * i + 1] = (uint16_t)(words[i] >> 16);
        }
        again = 0;
        for (int lane = 0; lane < LANES; lane++) {
            column.card[lane] = (uint8_t)((uint32_t)halves[lane] * count >> 16);
            again |= (uint16_t)(halves[lane] * count) < uneven;
        }
    } while (again);
    return column;
}

/* ---- Keys ---- */

typedef struct {
    uint64_t key[LANES];
} keys_plain;

FORCE_INLINE keys_plain no_keys_plain(void)
{
    keys_plain keys;
    for (int lane = 0; lane < LANES; lane++)
        keys.key[lane] = NO_CARDS.key;
    return keys;
}

FORCE_INLINE void add_column_plain(keys_plain *keys, column_plain column)
{
    for (int lane = 0; lane < LANES; lane++)
        keys->key[lane] += KEY[column.card[lane]];
}

/* Strengths as if there were no flush; gives the lanes that have one, a bit each. */
FORCE_INLINE uint32_t look_up_plain(const keys_plain *keys, int cards, uint16_t *strengths)
{
    uint32_t flushes = 0;
    for (int lane = 0; lane < LANES; lane++) {
        strengths[lane] = strength_of_key(keys->key[lane], cards);
        flushes |= (uint32_t)(flush_of_key(keys->key[lane]) != 0) << lane;
    }
    return flushes;
}

#endif
