/* lanes.h with AVX2: each digit of a key is a vector of bytes, one a hand. */
#ifndef MAZZO_LANES_AVX2_H
#define MAZZO_LANES_AVX2_H

#include "lanes.h"

#if HAVE_AVX2_PATH

typedef __m256i column_avx2;

TARGET_AVX2 FORCE_INLINE column_avx2 load_avx2(const uint8_t *cards)
{
    return _mm256_loadu_si256((const __m256i *)cards);
}

TARGET_AVX2 FORCE_INLINE column_avx2 all_lanes_avx2(uint8_t card) { return _mm256_set1_epi8((char)card); }

TARGET_AVX2 FORCE_INLINE void store_avx2(uint8_t *cards, column_avx2 column)
{
    _mm256_storeu_si256((__m256i *)cards, column);
}

TARGET_AVX2 FORCE_INLINE column_avx2 step_over_avx2(column_avx2 cards, column_avx2 others)
{
    __m256i above = _mm256_add_epi8(cards, _mm256_set1_epi8(1));
    return _mm256_add_epi8(above, _mm256_cmpgt_epi8(others, cards)); /* a comparison that holds is -1 */
}

TARGET_AVX2 FORCE_INLINE column_avx2 lower_avx2(column_avx2 a, column_avx2 b) { return _mm256_min_epu8(a, b); }
TARGET_AVX2 FORCE_INLINE column_avx2 higher_avx2(column_avx2 a, column_avx2 b) { return _mm256_max_epu8(a, b); }

TARGET_AVX2 FORCE_INLINE column_avx2 random_below_avx2(random_streams *random, uint16_t count)
{
    const __m256i factor = _mm256_set1_epi16((short)count);
    const __m256i uneven = _mm256_set1_epi16((short)(65536 % count));
    uint32_t words[STREAMS];
    __m256i number[2], again;
    do {
        next_words(random, words);
        again = _mm256_setzero_si256();
        for (int half = 0; half < 2; half++) {
            __m256i bits = _mm256_loadu_si256((const __m256i *)(words + STREAMS / 2 * half));
            number[half] = _mm256_mulhi_epu16(bits, factor);
            again = _mm256_or_si256(again, _mm256_subs_epu16(uneven, _mm256_mullo_epi16(bits, factor)));
        }
    } while (UNLIKELY(!_mm256_testz_si256(again, again)));
    return _mm256_permute4x64_epi64(_mm256_packus_epi16(number[0], number[1]), 0xd8);
}

typedef struct {
    __m256i digit[4];
    __m256i suits[2]; /* counters of 4 bits: clubs and diamonds, hearts and spades */
} keys_avx2;

static uint8_t DIGIT_OF_RANK[4][16]; /* DIGITS by digit, for a shuffle by rank */
static const uint8_t SUITS_OF_CARD[2][16] = {
    {1, 16, 0, 0, 1, 16, 0, 0, 1, 16, 0, 0, 1, 16, 0, 0},
    {0, 0, 1, 16, 0, 0, 1, 16, 0, 0, 1, 16, 0, 0, 1, 16},
};

static void build_lanes_avx2(void)
{
    for (int rank = 0; rank < 13; rank++)
        for (int digit = 0; digit < 4; digit++)
            DIGIT_OF_RANK[digit][rank] = DIGITS[rank][digit];
}

TARGET_AVX2 FORCE_INLINE __m256i twice_avx2(const uint8_t *table)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}

TARGET_AVX2 FORCE_INLINE keys_avx2 no_keys_avx2(void)
{
    keys_avx2 keys;
    for (int digit = 0; digit < 4; digit++)
        keys.digit[digit] = _mm256_setzero_si256();
    keys.suits[0] = keys.suits[1] = _mm256_set1_epi8(0x33);
    return keys;
}

TARGET_AVX2 FORCE_INLINE void add_column_avx2(keys_avx2 *keys, column_avx2 cards)
{
    __m256i ranks = _mm256_and_si256(_mm256_srli_epi16(cards, 2), _mm256_set1_epi8(15));
    for (int digit = 0; digit < 4; digit++)
        keys->digit[digit] =
            _mm256_add_epi8(keys->digit[digit], _mm256_shuffle_epi8(twice_avx2(DIGIT_OF_RANK[digit]), ranks));
    for (int pair = 0; pair < 2; pair++)
        keys->suits[pair] =
            _mm256_add_epi8(keys->suits[pair], _mm256_shuffle_epi8(twice_avx2(SUITS_OF_CARD[pair]), cards));
}

/* Joins two byte digits to 16 bits a lane and stores them in the order of the lanes. */
TARGET_AVX2 FORCE_INLINE void store_pairs_avx2(uint16_t *out, __m256i low, __m256i high)
{
    __m256i even = _mm256_unpacklo_epi8(low, high), odd = _mm256_unpackhi_epi8(low, high);
    _mm256_storeu_si256((__m256i *)out, _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256((__m256i *)(out + 16), _mm256_permute2x128_si256(even, odd, 0x31));
}

/* Rows and places of all lanes, as strength_of_key reads them; gives the lanes with a flush. */
TARGET_AVX2 FORCE_INLINE uint32_t split_keys_avx2(const keys_avx2 *keys, uint16_t *rows, uint16_t *places)
{
    store_pairs_avx2(places, keys->digit[0], keys->digit[1]);
    store_pairs_avx2(rows, keys->digit[2], _mm256_and_si256(keys->digit[3], _mm256_set1_epi8(31)));
    __m256i fives = _mm256_and_si256(_mm256_or_si256(keys->suits[0], keys->suits[1]), _mm256_set1_epi8((char)0x88));
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(fives, _mm256_slli_epi16(fives, 4)));
}

TARGET_AVX2 FORCE_INLINE uint32_t look_up_avx2(const keys_avx2 *keys, int cards, uint16_t *strengths)
{
    uint16_t rows[LANES], places[LANES];
    uint32_t flushes = split_keys_avx2(keys, rows, places);
    for (int lane = 0; lane < LANES; lane++)
        strengths[lane] = strength_of_key((uint64_t)rows[lane] << 51 | places[lane], cards);
    return flushes;
}

#else
static void build_lanes_avx2(void) {}
#endif
#endif
