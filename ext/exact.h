/* Exact equity: every run-out of the board for known hands, and for any number of ranges. */
#ifndef MAZZO_EXACT_H
#define MAZZO_EXACT_H

#include "spot.h"

/* ---- Run-outs ---- */

/* The cards that can still come, and which run-outs to visit, so that work can be split: they are numbered
 * by the first two cards that are walked (in order), by the one, or all as one if none is. */
typedef struct {
    int live, missing;
    uint8_t card[52];
    hand known;
    int64_t from, to;
} runouts;

/* How many numbers there are if so many of the missing cards are walked. */
static int64_t runout_units(const spot *s, int walked)
{
    int64_t live = 0;
    for (int card = 0; card < 52; card++)
        live += !(s->taken >> card & 1);
    return walked == 0 ? 1 : walked == 1 ? live : live * (live - 1) / 2;
}

/* Known hands are compared on the last card without a visit for each. */
static int walked_for_hands(const spot *s) { return s->board_cards < 5 ? 4 - s->board_cards : 0; }
static int walked_for_ranges(const spot *s) { return 5 - s->board_cards; }

static runouts runouts_of(const spot *s, int64_t from, int64_t to)
{
    runouts r = {0, 5 - s->board_cards, {0}, NO_CARDS, from, to};
    for (unsigned card = 0; card < 52; card++)
        if (!(s->taken >> card & 1))
            r.card[r.live++] = (uint8_t)card;
    for (int i = 0; i < s->board_cards; i++)
        r.known = add_card(r.known, s->board[i]);
    return r;
}

/* Called with a board and where in the live cards the next one may be found. */
typedef void visit_board(const runouts *r, hand board, int next, void *context);

static void each_board_from(const runouts *r, int missing, int next, hand board, visit_board *visit, void *context)
{
    if (missing == 0)
        visit(r, board, next, context);
    else
        for (int i = next; i + missing <= r->live; i++)
            each_board_from(r, missing - 1, i + 1, add_card(board, r->card[i]), visit, context);
}

/* Visits the boards of r's share, each with all but its last `left` missing cards. */
static void each_board(const runouts *r, int left, visit_board *visit, void *context)
{
    int visited = r->missing - left;
    if (visited < 2) {
        if (visited < 1) {
            visit(r, r->known, 0, context);
            return;
        }
        for (int64_t i = r->from; i < r->to && i < r->live; i++)
            visit(r, add_card(r->known, r->card[i]), (int)i + 1, context);
        return;
    }
    int64_t number = 0;
    for (int first = 0; first < r->live; first++)
        for (int second = first + 1; second < r->live; second++, number++)
            if (number >= r->from && number < r->to)
                each_board_from(r, visited - 2, second + 1,
                                add_card(add_card(r->known, r->card[first]), r->card[second]), visit, context);
}

/* ---- Hands that are known ---- */

typedef struct {
    int players;
    hand hole[MAX_PLAYERS];
    uint64_t shares[MAX_PLAYERS][MAX_PLAYERS];
    uint64_t categories[MAX_PLAYERS][CATEGORIES];
} known_hands;

FORCE_INLINE void show_hands(known_hands *k, hand board)
{
    uint16_t strengths[MAX_PLAYERS], best = 0;
    int winners = 0;
    for (int player = 0; player < k->players; player++) {
        uint16_t strength = strength_of(add_hand(board, k->hole[player]), 7);
        strengths[player] = strength;
        winners = strength > best ? 1 : winners + (strength == best);
        best = strength > best ? strength : best;
        k->categories[player][strength >> 12]++;
    }
    for (int player = 0; player < k->players; player++)
        k->shares[player][winners - 1] += strengths[player] == best;
}

static void show_on_last_card(const runouts *r, hand board, int next, void *context)
{
    if (r->missing == 0)
        show_hands(context, board);
    for (int i = next; i < r->live && r->missing > 0; i++)
        show_hands(context, add_card(board, r->card[i]));
}

/* Every player has a single hand. */
static void enumerate_hands(const spot *s, int64_t from, int64_t to, tally *total)
{
    known_hands known = {s->players, {{0, 0}}, {{0}}, {{0}}};
    for (int player = 0; player < s->players; player++)
        known.hole[player] = hole_of(s->holdings[player].cards);
    runouts r = runouts_of(s, from, to);
    each_board(&r, r.missing > 0 ? 1 : 0, show_on_last_card, &known);
    for (int player = 0; player < s->players; player++) {
        for (int sharing = 0; sharing < s->players; sharing++)
            total->shares[player][sharing] += (double)known.shares[player][sharing];
        for (int c = 0; c < CATEGORIES; c++) {
            total->categories[player][c] += (double)known.categories[player][c];
            total->weight += player == 0 ? (double)known.categories[player][c] : 0;
        }
    }
}

/* ---- Any number of ranges: every combination of hands on every board ---- */

typedef struct {
    int count;
    hand *hole;
    const double *weight;
    /* Those that the board leaves: */
    int open;
    uint16_t *strength;
    uint64_t *cards;
    double *open_weight;
} open_range;

typedef struct {
    int players;
    open_range range[MAX_PLAYERS];
    tally *total;
    const volatile int *stop; /* a board may take hours: whoever waits can end it */
} many_ranges;

/* The best hands so far among the players before this one. */
typedef struct {
    uint64_t used;
    double weight;
    uint16_t best;
    int winners, winner[MAX_PLAYERS];
} standing;

static standing joined_by(const standing *before, int player, uint16_t strength, uint64_t cards, double weight)
{
    standing after = *before;
    after.used |= cards;
    after.weight *= weight;
    if (strength > after.best) {
        after.best = strength;
        after.winners = 0;
    }
    if (strength == after.best)
        after.winner[after.winners++] = player;
    return after;
}

static void add_share(tally *total, const standing *s, double weight)
{
    for (int i = 0; i < s->winners; i++)
        total->shares[s->winner[i]][s->winners - 1] += weight;
}

/* The last player's hands against a standing: this is where the time goes. */
static double show_last(many_ranges *m, const standing *before, int player)
{
    const open_range *range = &m->range[player];
    double all = 0, more = 0, same = 0, categories[4][16] = {{0}};
    for (int i = 0; i < range->open; i++) {
        double weight = range->cards[i] & before->used ? 0 : range->open_weight[i];
        uint16_t strength = range->strength[i];
        all += weight;
        more += strength > before->best ? weight : 0;
        same += strength == before->best ? weight : 0;
        categories[i & 3][strength >> 12] += weight; /* four, so that sums do not wait for each other */
    }
    standing beaten = joined_by(before, player, 0xffff, 0, 1), shared = joined_by(before, player, before->best, 0, 1);
    add_share(m->total, before, (all - more - same) * before->weight);
    add_share(m->total, &beaten, more * before->weight);
    add_share(m->total, &shared, same * before->weight);
    for (int c = 0; c < CATEGORIES; c++)
        m->total->categories[player][c] +=
            (categories[0][c] + categories[1][c] + categories[2][c] + categories[3][c]) * before->weight;
    return all * before->weight;
}

static double show_from(many_ranges *m, const standing *before, int player)
{
    if (player == m->players - 1)
        return show_last(m, before, player);
    const open_range *range = &m->range[player];
    double all = 0;
    for (int i = 0; i < range->open; i++) {
        if (*m->stop)
            break;
        if (range->cards[i] & before->used)
            continue;
        standing after = joined_by(before, player, range->strength[i], range->cards[i], range->open_weight[i]);
        double weight = show_from(m, &after, player + 1);
        m->total->categories[player][range->strength[i] >> 12] += weight;
        all += weight;
    }
    return all;
}

static void show_board(const runouts *r, hand board, int next, void *context)
{
    many_ranges *m = context;
    (void)r, (void)next;
    for (int player = 0; player < m->players; player++) {
        open_range *range = &m->range[player];
        range->open = 0;
        for (int i = 0; i < range->count; i++) {
            range->strength[range->open] = strength_of(add_hand(board, range->hole[i]), 7);
            range->cards[range->open] = range->hole[i].suited;
            range->open_weight[range->open] = range->weight[i];
            range->open += !(range->hole[i].suited & board.suited);
        }
    }
    const standing nobody = {0, 1.0, 0, 0, {0}};
    m->total->weight += show_from(m, &nobody, 0);
}

static int enumerate_ranges(const spot *s, int64_t from, int64_t to, const volatile int *stop, tally *total)
{
    many_ranges m = {s->players, {{0, NULL, NULL, 0, NULL, NULL, NULL}}, total, stop};
    int ready = 1;
    for (int player = 0; player < s->players; player++) {
        const holding *h = &s->holdings[player];
        open_range *range = &m.range[player];
        size_t size = (size_t)h->count;
        range->count = h->count;
        range->weight = h->weights;
        range->hole = malloc(size * sizeof *range->hole);
        range->strength = malloc(size * sizeof *range->strength);
        range->cards = malloc(size * sizeof *range->cards);
        range->open_weight = malloc(size * sizeof *range->open_weight);
        ready = ready && range->hole && range->strength && range->cards && range->open_weight;
        for (int i = 0; i < h->count && ready; i++)
            range->hole[i] = hole_of(h->cards + 2 * i);
    }
    if (ready) {
        runouts r = runouts_of(s, from, to);
        each_board(&r, 0, show_board, &m);
    }
    for (int player = 0; player < s->players; player++) {
        free(m.range[player].hole);
        free(m.range[player].strength);
        free(m.range[player].cards);
        free(m.range[player].open_weight);
    }
    return ready;
}

#endif
