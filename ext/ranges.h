/* Hands drawn from several ranges at once, by their joint weights. */
#ifndef MAZZO_RANGES_H
#define MAZZO_RANGES_H

#include "random.h"
#include "spot.h"

/* How the players whose hand is a range are dealt. */
typedef struct {
    int count, player[MAX_PLAYERS]; /* those players, in the order in which they are dealt */
    int in_turn;                    /* 0: all afresh until none clash; 1: one after another, weighted */
} plan;

/* Vose's alias table: a slot each, topped up from one other so that all are equally full. */
static void build_alias(const double *weights, int count, uint32_t *keep, uint16_t *other)
{
    double sum = 0, full[COMBOS];
    int small[COMBOS], large[COMBOS], smalls = 0, larges = 0;
    for (int i = 0; i < count; i++)
        sum += weights[i];
    for (int i = 0; i < count; i++) {
        full[i] = weights[i] / sum * count;
        keep[i] = 0xffffffff;
        other[i] = (uint16_t)i;
        if (full[i] < 1)
            small[smalls++] = i;
        else
            large[larges++] = i;
    }
    while (smalls && larges) {
        int s = small[--smalls], l = large[larges - 1];
        keep[s] = (uint32_t)(full[s] * 0x1p32);
        other[s] = (uint16_t)l;
        full[l] -= 1 - full[s];
        if (full[l] < 1) {
            larges--;
            small[smalls++] = l;
        }
    }
}

/* A hand by its weight, from 32 random bits: to a part in 2^32 of the whole. */
FORCE_INLINE int pick_hand(const holding *h, uint32_t bits)
{
    uint64_t product = (uint64_t)bits * (uint64_t)h->count;
    int slot = (int)(product >> 32);
    return (uint32_t)product < h->keep[slot] ? slot : h->other[slot];
}

/* Draws every hand by its own weights; 0 if two of them need the same card. */
static int deal_apart(const spot *s, const plan *how, random_streams *random, uint8_t hands[][2], uint16_t *first)
{
    uint64_t used = 0;
    for (int i = 0; i < how->count; i++) {
        const holding *h = &s->holdings[how->player[i]];
        int pick = pick_hand(h, next_word(random));
        uint64_t bits = pair_bits(h->cards + 2 * pick);
        if (used & bits)
            return 0;
        used |= bits;
        memcpy(hands[i], h->cards + 2 * pick, 2);
        if (how->player[i] == 0)
            *first = (uint16_t)pick;
    }
    return 1;
}

/* Draws each hand from those that the hands before it leave possible. The product of their
 * shares is how much likelier the deal should have been; 0 where nothing was left. */
static double deal_in_turn(const spot *s, const plan *how, random_streams *random, uint8_t hands[][2], uint16_t *first)
{
    uint64_t used = 0;
    double weight = 1.0;
    for (int i = 0; i < how->count; i++) {
        const holding *h = &s->holdings[how->player[i]];
        double open = 0;
        for (int j = 0; j < h->count; j++)
            open += used & pair_bits(h->cards + 2 * j) ? 0 : h->weights[j];
        uint64_t bits = (uint64_t)next_word(random) << 21;
        bits ^= next_word(random);
        double target = (double)(bits & (((uint64_t)1 << 53) - 1)) * 0x1p-53 * open, passed = 0;
        int pick = 0;
        for (int j = 0; j < h->count; j++) {
            if (used & pair_bits(h->cards + 2 * j))
                continue;
            pick = j;
            passed += h->weights[j];
            if (passed > target)
                break;
        }
        used |= pair_bits(h->cards + 2 * pick);
        memcpy(hands[i], h->cards + 2 * pick, 2);
        if (how->player[i] == 0)
            *first = (uint16_t)pick;
        weight *= open / h->all;
    }
    return weight;
}

/* Of `tries` draws apart, how many do not clash. */
static int64_t count_deals_apart(const spot *s, const plan *how, uint64_t seed, int64_t tries)
{
    random_streams random;
    uint8_t hands[MAX_PLAYERS][2];
    uint16_t first;
    int64_t dealt = 0;
    start_random(&random, seed, 0);
    for (int64_t i = 0; i < tries; i++)
        dealt += deal_apart(s, how, &random, hands, &first);
    return dealt;
}

#endif
