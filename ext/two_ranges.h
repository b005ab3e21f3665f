/* Exact equity of two ranges on every run-out.
 *
 * Hands of the same two ranks are equally strong unless they make a flush. So what a board has to
 * compare are 91 classes of hands, and singly the hands that flush: sorted by strength, and passed
 * through once. Sums of weights by card take out, by inclusion and exclusion, the other player's
 * hands that share a card. */
#ifndef MAZZO_TWO_RANGES_H
#define MAZZO_TWO_RANGES_H

#include "exact.h"

/* What is summed: the weights of the players' hands, and their product where both hold the same. */
enum { FIRST, BOTH, SECOND, SUMS };

FORCE_INLINE int other_than(int player) { return player == FIRST ? SECOND : FIRST; }

/* Weight of the hands that are left, by a card in them. */
typedef struct {
    double with_rank[13][13][4]; /* by the card's rank, the other card's rank, and the card's suit */
    double by_card[52];
} weight_left;

/* Hands of equal strength that are compared as one: of two ranks, or a single hand that flushes. */
typedef struct {
    double sum[SUMS];
    int flushes;
    uint8_t high, low; /* two ranks, or two cards if it flushes */
} bundle;

typedef struct {
    double weights[SUMS][COMBOS];
    int from; /* the sums that are needed start here: SECOND if the first player has one hand, else FIRST */
    double only_weight;
    hand only_hand;

    weight_left known[SUMS]; /* what the known board leaves */
    weight_left left[SUMS];  /* what the board at hand leaves; by rank without the hands that flush */
    int bundles;
    bundle bundle[RANK_PAIRS + COMBOS];
    uint32_t order[2][RANK_PAIRS + COMBOS];

    double won, tied, categories[SUMS][CATEGORIES];
    double *won_by_hand, *tied_by_hand; /* of the first player, in weight of the second; or NULL */
} two_ranges;

/* Sums of fractions may leave a little less than nothing. */
FORCE_INLINE double at_least_0(double sum) { return sum > 0 ? sum : 0; }

FORCE_INLINE int combo_of(int a, int b) { return a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a; }

/* ---- What a board leaves ---- */

static void take_card(two_ranges *t, int taken)
{
    for (int i = t->from; i < SUMS; i++)
        for (int card = 0; card < 52; card++)
            if (card != taken) {
                double weight = t->weights[i][combo_of(card, taken)];
                t->left[i].with_rank[card >> 2][taken >> 2][card & 3] -= weight;
                t->left[i].by_card[card] -= weight;
            }
}

static void clear_card(two_ranges *t, int taken)
{
    for (int i = t->from; i < SUMS; i++) {
        for (int rank = 0; rank < 13; rank++)
            t->left[i].with_rank[taken >> 2][rank][taken & 3] = 0;
        t->left[i].by_card[taken] = 0;
    }
}

/* Takes the cards of a board that are not known from the start. */
static void take_runout(two_ranges *t, uint64_t suited)
{
    int cards[5], count = 0;
    for (int suit = 0; suit < 4; suit++)
        for (uint32_t ranks = suited >> 16 * suit & 0x1fff; ranks; ranks &= ranks - 1)
            cards[count++] = 4 * lowest_bit(ranks) + suit;
    memcpy(t->left + t->from, t->known + t->from, (size_t)(SUMS - t->from) * sizeof *t->left);
    for (int i = 0; i < count; i++)
        take_card(t, cards[i]);
    for (int i = 0; i < count; i++)
        clear_card(t, cards[i]);
}

/* ---- The bundles of a board ---- */

static void add_bundle(two_ranges *t, uint16_t strength)
{
    t->order[0][t->bundles] = (uint32_t)strength << 16 | (uint32_t)t->bundles;
    t->bundles++;
}

static void bundle_flush(two_ranges *t, unsigned shown, int suit, int a, int b)
{
    bundle *flush = &t->bundle[t->bundles];
    int combo = combo_of(a, b);
    if (t->weights[FIRST][combo] == 0 && t->weights[SECOND][combo] == 0)
        return;
    for (int i = t->from; i < SUMS; i++) {
        flush->sum[i] = t->weights[i][combo];
        t->left[i].with_rank[a >> 2][b >> 2][a & 3] -= flush->sum[i];
        t->left[i].with_rank[b >> 2][a >> 2][b & 3] -= flush->sum[i];
    }
    flush->flushes = 1;
    flush->high = (uint8_t)a, flush->low = (uint8_t)b;
    add_bundle(t, TABLE_SUITED[shown | ((SUITED[a] | SUITED[b]) >> 16 * suit & 0x1fff)]);
}

/* The hands that make a flush with the board: two of its suit, or one or none if it shows enough. */
static void bundle_flushes(two_ranges *t, hand board, int suit, int missing)
{
    unsigned shown = (unsigned)(board.suited >> 16 * suit) & 0x1fff;
    int suited[13], others[39], count = 0, rest = 0;
    for (int card = 0; card < 52; card++)
        if (!(board.suited & SUITED[card])) {
            if ((card & 3) == suit)
                suited[count++] = card;
            else
                others[rest++] = card;
        }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            bundle_flush(t, shown, suit, suited[i], suited[j]);
    for (int i = 0; i < count && missing <= 1; i++)
        for (int j = 0; j < rest; j++)
            bundle_flush(t, shown, suit, suited[i], others[j]);
    for (int i = 0; i < rest && missing == 0; i++)
        for (int j = 0; j < i; j++)
            bundle_flush(t, shown, suit, others[i], others[j]);
}

FORCE_INLINE double sum4(const double a[4]) { return (a[0] + a[1]) + (a[2] + a[3]); }
FORCE_INLINE double dot4(const double a[4], const double b[4])
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

static void bundle_class(two_ranges *t, hand board, int high, int low)
{
    bundle *b = &t->bundle[t->bundles];
    /* A pair is there by either of its cards. */
    for (int i = t->from; i < SUMS; i++)
        b->sum[i] = sum4(t->left[i].with_rank[high][low]) * (high == low ? 0.5 : 1);
    if (b->sum[SECOND] == 0 && (t->from == SECOND || b->sum[FIRST] == 0))
        return;
    b->flushes = 0;
    b->high = (uint8_t)high, b->low = (uint8_t)low;
    add_bundle(t, strength_of_key(board.key + KEY[4 * high] + KEY[4 * low], 7));
}

static void bundle_hands(two_ranges *t, hand board)
{
    int missing = 5;
    t->bundles = 0;
    for (int suit = 0; suit < 4; suit++) {
        int shown = (int)(board.key >> (32 + 4 * suit) & 15) - 3;
        if (shown >= 3)
            bundle_flushes(t, board, suit, missing = 5 - shown);
    }
    for (int high = 0; high < 13 && missing > 0; high++)
        for (int low = 0; low <= high; low++)
            bundle_class(t, board, high, low);
}

/* ---- Comparing them ---- */

/* Sums over some of a player's hands. */
typedef struct {
    double all, by_card[52];
} weight_met;

/* How much of that the other player's hands of a bundle meet, by their weights: they cannot meet hands that
 * share a card with them. */
FORCE_INLINE double meets(const two_ranges *t, const bundle *b, int player, double all, const double *by_card)
{
    if (b->flushes)
        return b->sum[player] * (all - by_card[b->high] - by_card[b->low]);
    double met = b->sum[player] * all - dot4(t->left[player].with_rank[b->high][b->low], by_card + 4 * b->high);
    return b->high == b->low ? met : met - dot4(t->left[player].with_rank[b->low][b->high], by_card + 4 * b->low);
}

static void pass_bundle(const two_ranges *t, const bundle *b, weight_met *below)
{
    below->all += b->sum[SECOND];
    if (b->flushes) {
        below->by_card[b->high] += b->sum[SECOND];
        below->by_card[b->low] += b->sum[SECOND];
        return;
    }
    for (int suit = 0; suit < 4; suit++)
        below->by_card[4 * b->high + suit] += t->left[SECOND].with_rank[b->high][b->low][suit];
    for (int suit = 0; suit < 4 && b->low != b->high; suit++)
        below->by_card[4 * b->low + suit] += t->left[SECOND].with_rank[b->low][b->high][suit];
}

/* Adds to `met` what a hand meets, times a sign. A hand among those that are met shares both its cards
 * with itself: its weight was taken off twice. */
FORCE_INLINE void hand_meets(const two_ranges *t, int a, int b, const weight_met *below, int itself, double sign,
                             double *met)
{
    int combo = combo_of(a, b);
    double same = itself ? t->weights[SECOND][combo] : 0;
    met[combo] += sign * (below->all - below->by_card[a] - below->by_card[b] + same);
}

static void meets_by_hand(const two_ranges *t, const bundle *b, hand board, const weight_met *below, int itself,
                          double sign, double *met)
{
    if (b->flushes) {
        hand_meets(t, b->high, b->low, below, itself, sign, met);
        return;
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < (b->high == b->low ? i : 4); j++) {
            const uint8_t cards[2] = {(uint8_t)(4 * b->high + i), (uint8_t)(4 * b->low + j)};
            hand hole = hole_of(cards);
            if (!(board.suited & hole.suited) && !flush_of_key(board.key + hole.key))
                hand_meets(t, cards[0], cards[1], below, itself, sign, met);
        }
}

static void sort_by_strength(uint32_t *items, uint32_t *scratch, int count)
{
    int low[257] = {0}, high[257] = {0};
    for (int i = 0; i < count; i++) {
        low[(items[i] >> 16 & 255) + 1]++;
        high[(items[i] >> 24) + 1]++;
    }
    for (int i = 0; i < 256; i++) {
        low[i + 1] += low[i];
        high[i + 1] += high[i];
    }
    for (int i = 0; i < count; i++)
        scratch[low[items[i] >> 16 & 255]++] = items[i];
    for (int i = 0; i < count; i++)
        items[high[scratch[i] >> 24]++] = scratch[i];
}

/* Counts what the hands of equal strength from place `from` to before `to` beat, and passes them. */
static void compare_equals(two_ranges *t, hand board, int from, int to, weight_met *below)
{
    const uint32_t *order = t->order[0];
    double weaker = 0, weaker_or_equal = 0;
    for (int k = from; k < to; k++) {
        const bundle *b = &t->bundle[order[k] & 0xffff];
        if (b->sum[FIRST] == 0)
            continue;
        weaker += meets(t, b, FIRST, below->all, below->by_card);
        if (t->won_by_hand) {
            meets_by_hand(t, b, board, below, 0, 1, t->won_by_hand);
            meets_by_hand(t, b, board, below, 0, -1, t->tied_by_hand);
        }
    }
    for (int k = from; k < to; k++)
        pass_bundle(t, &t->bundle[order[k] & 0xffff], below);
    for (int k = from; k < to; k++) {
        const bundle *b = &t->bundle[order[k] & 0xffff];
        if (b->sum[FIRST] == 0)
            continue;
        weaker_or_equal += meets(t, b, FIRST, below->all, below->by_card) + b->sum[BOTH];
        if (t->won_by_hand)
            meets_by_hand(t, b, board, below, 1, 1, t->tied_by_hand);
    }
    t->won += weaker;
    t->tied += weaker_or_equal - weaker;
}

static void compare_bundles(two_ranges *t, hand board)
{
    double all[SUMS] = {0};
    for (int card = 0; card < 52; card++)
        for (int player = FIRST; player < SUMS; player++)
            all[player] += t->left[player].by_card[card] / 2;
    for (int k = 0; k < t->bundles; k++) {
        const bundle *b = &t->bundle[k];
        int category = (int)(t->order[0][k] >> 28);
        for (int player = FIRST; player <= SECOND; player += SECOND - FIRST)
            if (b->sum[player] != 0) {
                int other = other_than(player);
                t->categories[player][category] +=
                    meets(t, b, player, all[other], t->left[other].by_card) + b->sum[BOTH];
            }
    }
    weight_met below = {0, {0}};
    sort_by_strength(t->order[0], t->order[1], t->bundles);
    for (int from = 0, to; from < t->bundles; from = to) {
        to = from + 1;
        while (to < t->bundles && t->order[0][to] >> 16 == t->order[0][from] >> 16)
            to++;
        compare_equals(t, board, from, to, &below);
    }
}

/* The first player has one hand, and no other shares its cards: no need to sort. */
static void compare_with_one(two_ranges *t, hand board)
{
    uint32_t strength = strength_of(add_hand(board, t->only_hand), 7);
    double all = 0, weaker = 0, equal = 0;
    for (int k = 0; k < t->bundles; k++) {
        uint32_t other = t->order[0][k] >> 16;
        double weight = t->bundle[k].sum[SECOND] * t->only_weight;
        all += weight;
        weaker += other < strength ? weight : 0;
        equal += other == strength ? weight : 0;
        t->categories[SECOND][other >> 12] += weight;
    }
    t->categories[FIRST][strength >> 12] += all;
    t->won += weaker;
    t->tied += equal;
}

static void compare_on_board(const runouts *r, hand board, int next, void *context)
{
    two_ranges *t = context;
    (void)next;
    take_runout(t, board.suited & ~r->known.suited);
    bundle_hands(t, board);
    if (t->from == SECOND)
        compare_with_one(t, board);
    else
        compare_bundles(t, board);
}

/* ---- All boards ---- */

static void sum_known(two_ranges *t, const spot *s, const double *weights)
{
    int hands = 0, untaken = 0;
    memset(t->known, 0, sizeof t->known);
    for (int combo = 0; combo < COMBOS; combo++) {
        const uint8_t *cards = COMBO_CARDS[combo];
        t->weights[FIRST][combo] = weights[combo];
        t->weights[SECOND][combo] = weights[COMBOS + combo];
        t->weights[BOTH][combo] = weights[combo] * weights[COMBOS + combo];
        for (int i = 0; i < SUMS; i++)
            for (int j = 0; j < 2; j++) {
                int card = cards[j], rank = cards[1 - j] >> 2;
                t->known[i].with_rank[card >> 2][rank][card & 3] += t->weights[i][combo];
                t->known[i].by_card[card] += t->weights[i][combo];
            }
        if (weights[combo] != 0) {
            hands++;
            untaken = (pair_bits(cards) & ~s->taken) != 0;
            t->only_weight = weights[combo];
            t->only_hand = hole_of(cards);
        }
    }
    t->from = hands == 1 && !untaken && !t->won_by_hand ? SECOND : FIRST;
}

static void add_to_tally(const two_ranges *t, tally *total)
{
    double weight = 0;
    for (int c = 0; c < CATEGORIES; c++) {
        weight += t->categories[FIRST][c];
        total->categories[0][c] += at_least_0(t->categories[FIRST][c]);
        total->categories[1][c] += at_least_0(t->categories[SECOND][c]);
    }
    total->weight += weight;
    total->shares[0][0] += at_least_0(t->won);
    total->shares[1][0] += at_least_0(weight - t->won - t->tied);
    total->shares[0][1] += at_least_0(t->tied);
    total->shares[1][1] += at_least_0(t->tied);
}

/* Adds to by_hand, unless NULL, the wins and then the ties of each of the first player's hands. */
static int enumerate_two_ranges(const spot *s, int64_t from, int64_t to, const double *weights, tally *total,
                                double *by_hand)
{
    two_ranges *t = malloc(sizeof *t);
    if (!t)
        return 0;
    t->won = t->tied = 0;
    memset(t->categories, 0, sizeof t->categories);
    t->won_by_hand = by_hand;
    t->tied_by_hand = by_hand ? by_hand + COMBOS : NULL;
    sum_known(t, s, weights);
    runouts r = runouts_of(s, from, to);
    each_board(&r, 0, compare_on_board, t);
    add_to_tally(t, total);
    free(t);
    return 1;
}

#endif
