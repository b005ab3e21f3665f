/* Strengths of many hands, one a row of 5, 6 or 7 cards. */
#ifndef MAZZO_BULK_H
#define MAZZO_BULK_H

#include "lanes_avx2.h"

/* Fills out and gives -1, or with check the first row that holds no card or a card twice. */
FORCE_INLINE int64_t evaluate_rows(const uint8_t *rows, int cards, int64_t count, int check, uint16_t *out)
{
    for (int64_t i = 0; i < count; i++, rows += cards) {
        hand h = NO_CARDS;
        uint64_t sum = 0;
        for (int j = 0; j < cards; j++) {
            h = add_card(h, rows[j]);
            sum += SUITED[rows[j]];
        }
        /* The sum of different bits is their union; a bit that comes twice makes it more. */
        if (check && UNLIKELY(sum != h.suited || h.suited & NO_CARD))
            return i;
        out[i] = strength_of(h, cards);
    }
    return -1;
}

static int64_t evaluate_rows_plain(const uint8_t *rows, int cards, int64_t count, int check, uint16_t *out)
{
    if (cards == 7)
        return evaluate_rows(rows, 7, count, check, out);
    if (cards == 6)
        return evaluate_rows(rows, 6, count, check, out);
    return evaluate_rows(rows, 5, count, check, out);
}

#if HAVE_AVX2_PATH

/* Turns 32 rows into columns. Reads 8 bytes a row, so up to 3 past the last. */
TARGET_AVX2 FORCE_INLINE void load_columns(const uint8_t *rows, int cards, __m256i column[8])
{
    __m256i v[8], w[8], x[8], y[8];
    /* Of row q, v[q] holds rows q and q + 8 in its low half, q + 16 and q + 24 in its high half. */
    for (int q = 0; q < 8; q++) {
        __m128i half[2];
        for (int h = 0; h < 2; h++) {
            const uint8_t *row = rows + cards * (q + 16 * h);
            half[h] = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)row),
                                         _mm_loadl_epi64((const __m128i *)(row + 8 * cards)));
        }
        v[q] = _mm256_inserti128_si256(_mm256_castsi128_si256(half[0]), half[1], 1);
    }
    /* Three rounds of interleaving rows 4, 2 and 1 apart transpose each block of 8 x 8 bytes. */
    for (int q = 0; q < 4; q++) {
        w[q] = _mm256_unpacklo_epi8(v[q], v[q + 4]);
        w[q + 4] = _mm256_unpackhi_epi8(v[q], v[q + 4]);
    }
    for (int block = 0; block < 8; block += 4)
        for (int q = 0; q < 2; q++) {
            x[block + q] = _mm256_unpacklo_epi8(w[block + q], w[block + q + 2]);
            x[block + q + 2] = _mm256_unpackhi_epi8(w[block + q], w[block + q + 2]);
        }
    for (int block = 0; block < 8; block += 4)
        for (int q = 0; q < 2; q++) {
            y[block + 2 * q] = _mm256_unpacklo_epi8(x[block + 2 * q], x[block + 2 * q + 1]);
            y[block + 2 * q + 1] = _mm256_unpackhi_epi8(x[block + 2 * q], x[block + 2 * q + 1]);
        }
    for (int c = 0; c < 4; c++) {
        column[2 * c] = _mm256_unpacklo_epi64(y[c], y[c + 4]);
        column[2 * c + 1] = _mm256_unpackhi_epi64(y[c], y[c + 4]);
    }
}

TARGET_AVX2 FORCE_INLINE int columns_are_sound(const __m256i *column, int cards)
{
    __m256i highest = column[0], twice = _mm256_setzero_si256();
    for (int i = 1; i < cards; i++) {
        highest = _mm256_max_epu8(highest, column[i]);
        for (int j = 0; j < i; j++)
            twice = _mm256_or_si256(twice, _mm256_cmpeq_epi8(column[i], column[j]));
    }
    __m256i bad = _mm256_or_si256(twice, _mm256_subs_epu8(highest, _mm256_set1_epi8(51)));
    return _mm256_testz_si256(bad, bad);
}

TARGET_AVX2 FORCE_INLINE int64_t evaluate_rows_in_lanes(const uint8_t *rows, int cards, int64_t count, int check,
                                                        uint16_t *out)
{
    int64_t done = 0;
    for (; done + LANES < count; done += LANES) {
        const uint8_t *group = rows + cards * done;
        __m256i column[8];
        load_columns(group, cards, column);
        if (check && UNLIKELY(!columns_are_sound(column, cards)))
            break;
        keys_avx2 keys = no_keys_avx2();
        for (int i = 0; i < cards; i++)
            add_column_avx2(&keys, column[i]);
        uint32_t flushes = look_up_avx2(&keys, cards, out + done);
        for (; flushes; flushes &= flushes - 1) {
            int lane = lowest_bit(flushes);
            evaluate_rows(group + cards * lane, cards, 1, 0, out + done + lane);
        }
    }
    int64_t bad = evaluate_rows(rows + cards * done, cards, count - done, check, out + done);
    return bad < 0 ? bad : done + bad;
}

TARGET_AVX2 static int64_t evaluate_rows_avx2(const uint8_t *rows, int cards, int64_t count, int check, uint16_t *out)
{
    if (cards == 7)
        return evaluate_rows_in_lanes(rows, 7, count, check, out);
    if (cards == 6)
        return evaluate_rows_in_lanes(rows, 6, count, check, out);
    return evaluate_rows_in_lanes(rows, 5, count, check, out);
}

#else
#define evaluate_rows_avx2 evaluate_rows_plain
#endif

/* Counts the hands of 5, 6 or 7 cards by strength. */
static void count_all_from(int cards, int left, int next, hand h, uint64_t *by_strength)
{
    if (left == 0)
        by_strength[strength_of(h, cards)]++;
    for (int card = next; left > 0 && card + left <= 52; card++)
        count_all_from(cards, left - 1, card + 1, add_card(h, (uint8_t)card), by_strength);
}

#endif
