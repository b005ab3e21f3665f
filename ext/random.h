/* A small generator with STREAMS streams side by side, started afresh for every block of work:
 * xoshiro128++ (Blackman and Vigna), its state filled by splitmix64. */
#ifndef MAZZO_RANDOM_H
#define MAZZO_RANDOM_H

#include <stdint.h>

#include "portable.h"

enum { STREAMS = 16 };

typedef struct {
    uint32_t state[4][STREAMS];
    uint32_t waiting[STREAMS]; /* words for one at a time */
    int used;
} random_streams;

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static void start_random(random_streams *random, uint64_t seed, uint64_t block)
{
    uint64_t counter = mix(mix(seed + 0x9e3779b97f4a7c15u) + block);
    for (int word = 0; word < 4; word += 2)
        for (int stream = 0; stream < STREAMS; stream++) {
            uint64_t bits = mix(counter += 0x9e3779b97f4a7c15u);
            random->state[word][stream] = (uint32_t)bits;
            random->state[word + 1][stream] = (uint32_t)(bits >> 32);
        }
    random->used = STREAMS;
}

FORCE_INLINE uint32_t rotate(uint32_t x, int by) { return x << by | x >> (32 - by); }

/* One word from each stream. */
FORCE_INLINE void next_words(random_streams *random, uint32_t *restrict out)
{
    uint32_t *restrict a = random->state[0], *restrict b = random->state[1];
    uint32_t *restrict c = random->state[2], *restrict d = random->state[3];
    for (int i = 0; i < STREAMS; i++) {
        out[i] = rotate(a[i] + d[i], 7) + a[i];
        uint32_t shifted = b[i] << 9;
        c[i] ^= a[i];
        d[i] ^= b[i];
        b[i] ^= c[i];
        a[i] ^= d[i];
        c[i] ^= shifted;
        d[i] = rotate(d[i], 11);
    }
}

static uint32_t next_word(random_streams *random)
{
    if (random->used == STREAMS) {
        next_words(random, random->waiting);
        random->used = 0;
    }
    return random->waiting[random->used++];
}

/* Numbers from 0 to below `first`, first + step, ..., all from one word: a number is the upper half of a product,
 * and the lower half is as random. Some last lower halves would make some numbers likelier; if one comes, all
 * are drawn again. The product of all those bounds must fit a word. */
FORCE_INLINE void numbers_below(random_streams *random, int first, int step, int count, uint32_t *numbers)
{
    uint32_t all = 1, rest;
    for (int i = 0; i < count; i++)
        all *= (uint32_t)(first + i * step);
    do {
        rest = next_word(random);
        for (int i = 0; i < count; i++) {
            uint64_t product = (uint64_t)rest * (uint32_t)(first + i * step);
            numbers[i] = (uint32_t)(product >> 32);
            rest = (uint32_t)product;
        }
    } while (UNLIKELY(rest < all) && rest < (0u - all) % all);
}

#endif
