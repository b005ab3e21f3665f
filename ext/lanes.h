/* The evaluator for LANES hands at once: a column holds one card of each.
 *
 * Both paths, this plain one and lanes_avx2.h, have the same four names, so a kernel that is
 * compiled for both (NAME(x) is x_plain or x_avx2) reads the same and gives the same result. */
#ifndef MAZZO_LANES_H
#define MAZZO_LANES_H

#include "evaluator.h"

enum { LANES = 32 };

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

FORCE_INLINE void add_column_plain(keys_plain *keys, const uint8_t *column)
{
    for (int lane = 0; lane < LANES; lane++)
        keys->key[lane] += KEY[column[lane] & 63];
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
