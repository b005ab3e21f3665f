/* Monte-Carlo equity, LANES deals at a time. Included once for each path (see lanes.h).
 *
 * Cards are drawn without replacement by rank among the cards left: a lane keeps the cards
 * that are used in order, and a number below the count of those left steps over them. */

/* The used cards of every lane, lowest first. */
typedef struct {
    int count;
    NAME(column) card[52];
} NAME(used_cards);

/* Puts a card of each lane in its place. */
KERNEL_INLINE void NAME(use)(NAME(used_cards) *used, NAME(column) column)
{
    for (int i = 0; i < used->count; i++) {
        NAME(column) here = used->card[i];
        used->card[i] = NAME(lower)(here, column);
        column = NAME(higher)(here, column);
    }
    used->card[used->count++] = column;
}

/* Draws a card for each lane from those left in it. */
KERNEL_INLINE NAME(column) NAME(draw)(random_streams *random, NAME(used_cards) *used)
{
    NAME(column) column = NAME(random_below)(random, (uint16_t)(52 - used->count));
    for (int i = 0; i < used->count; i++)
        column = NAME(step_over)(column, used->card[i]);
    NAME(use)(used, column);
    return column;
}

typedef struct {
    uint8_t board[5][LANES];
    uint8_t hole[MAX_PLAYERS][2][LANES];
    uint16_t pick[LANES]; /* which hand of its range the first player has */
    double weight[LANES];
} NAME(deals);

/* One lane's hands of the players with ranges. */
KERNEL void NAME(set_hands)(const plan *how, NAME(deals) *deals, int lane, uint8_t hands[][2])
{
    for (int i = 0; i < how->count; i++)
        for (int j = 0; j < 2; j++)
            deals->hole[how->player[i]][j][lane] = hands[i][j];
}

/* Draws every range's hand by its own weights, and all of them again in a lane where two clash. */
KERNEL void NAME(deal_ranges)(const spot *s, const plan *how, random_streams *random, NAME(deals) *deals)
{
    uint64_t used[LANES] = {0};
    uint32_t clashes = 0;
    for (int i = 0; i < how->count; i++) {
        int player = how->player[i];
        const holding *h = &s->holdings[player];
        uint32_t words[LANES];
        next_words(random, words);
        next_words(random, words + STREAMS);
        for (int lane = 0; lane < LANES; lane++) {
            int pick = pick_hand(h, words[lane]);
            const uint8_t *cards = h->cards + 2 * pick;
            deals->hole[player][0][lane] = cards[0];
            deals->hole[player][1][lane] = cards[1];
            if (player == 0)
                deals->pick[lane] = (uint16_t)pick;
            if (how->count > 1) {
                clashes |= (uint32_t)((used[lane] & pair_bits(cards)) != 0) << lane;
                used[lane] |= pair_bits(cards);
            }
        }
    }
    for (; clashes; clashes &= clashes - 1) {
        int lane = lowest_bit(clashes);
        uint8_t hands[MAX_PLAYERS][2];
        while (!deal_apart(s, how, random, hands, &deals->pick[lane]))
            ;
        NAME(set_hands)(how, deals, lane, hands);
    }
}

KERNEL void NAME(deal_ranges_in_turn)(const spot *s, const plan *how, random_streams *random, NAME(deals) *deals)
{
    for (int lane = 0; lane < LANES; lane++) {
        uint8_t hands[MAX_PLAYERS][2];
        deals->weight[lane] = deal_in_turn(s, how, random, hands, &deals->pick[lane]);
        NAME(set_hands)(how, deals, lane, hands);
    }
}

/* Deals to all lanes what is open: hands of ranges, then the board and random hands from what is left. */
KERNEL void NAME(deal)(const spot *s, const plan *how, const NAME(used_cards) *taken, random_streams *random,
                       NAME(deals) *deals)
{
    NAME(used_cards) used;
    used.count = taken->count;
    memcpy(used.card, taken->card, (size_t)taken->count * sizeof *used.card);
    if (how->in_turn)
        NAME(deal_ranges_in_turn)(s, how, random, deals);
    else
        NAME(deal_ranges)(s, how, random, deals);
    for (int i = 0; i < how->count; i++)
        for (int j = 0; j < 2; j++)
            NAME(use)(&used, NAME(load)(deals->hole[how->player[i]][j]));
    for (int i = s->board_cards; i < 5; i++)
        NAME(store)(deals->board[i], NAME(draw)(random, &used));
    for (int player = 0; player < s->players; player++)
        if (s->holdings[player].count == 0)
            for (int j = 0; j < 2; j++)
                NAME(store)(deals->hole[player][j], NAME(draw)(random, &used));
}

KERNEL uint16_t NAME(flush_strength)(const NAME(deals) *deals, int player, int lane)
{
    hand h = NO_CARDS;
    for (int i = 0; i < 5; i++)
        h = add_card(h, deals->board[i][lane]);
    h = add_card(h, deals->hole[player][0][lane]);
    h = add_card(h, deals->hole[player][1][lane]);
    return strength_of(h, 7);
}

KERNEL void NAME(evaluate_deals)(const NAME(deals) *deals, int players, uint16_t strengths[][LANES])
{
    NAME(keys) board = NAME(no_keys)();
    for (int i = 0; i < 5; i++)
        NAME(add_column)(&board, NAME(load)(deals->board[i]));
    for (int player = 0; player < players; player++) {
        NAME(keys) keys = board;
        NAME(add_column)(&keys, NAME(load)(deals->hole[player][0]));
        NAME(add_column)(&keys, NAME(load)(deals->hole[player][1]));
        uint32_t flushes = NAME(look_up)(&keys, 7, strengths[player]);
        for (; flushes; flushes &= flushes - 1) {
            int lane = lowest_bit(flushes);
            strengths[player][lane] = NAME(flush_strength)(deals, player, lane);
        }
    }
}

/* Counts of one block, a byte a lane: a block has fewer than 256 groups of lanes. */
typedef struct {
    uint8_t shares[MAX_PLAYERS][MAX_PLAYERS][LANES];
    uint8_t categories[MAX_PLAYERS][CATEGORIES][LANES];
} NAME(counts);

KERNEL void NAME(count_deals)(uint16_t strengths[][LANES], int players, NAME(counts) *counts)
{
    uint16_t best[LANES];
    uint8_t won[MAX_PLAYERS][LANES], winners[LANES] = {0}, most = 0;
    memcpy(best, strengths[0], sizeof best);
    for (int player = 1; player < players; player++)
        for (int lane = 0; lane < LANES; lane++)
            best[lane] = best[lane] > strengths[player][lane] ? best[lane] : strengths[player][lane];
    for (int player = 0; player < players; player++)
        for (int lane = 0; lane < LANES; lane++) {
            won[player][lane] = strengths[player][lane] == best[lane];
            winners[lane] += won[player][lane];
        }
    for (int lane = 0; lane < LANES; lane++)
        most = most > winners[lane] ? most : winners[lane];
    for (int player = 0; player < players; player++) {
        for (int sharing = 1; sharing <= most; sharing++)
            for (int lane = 0; lane < LANES; lane++)
                counts->shares[player][sharing - 1][lane] += won[player][lane] & (winners[lane] == sharing);
        uint8_t category[LANES];
        for (int lane = 0; lane < LANES; lane++)
            category[lane] = (uint8_t)(strengths[player][lane] >> 12);
        for (int c = 0; c < CATEGORIES; c++)
            for (int lane = 0; lane < LANES; lane++)
                counts->categories[player][c][lane] += category[lane] == c;
    }
}

KERNEL double NAME(sum_lanes)(const uint8_t *lanes)
{
    int sum = 0;
    for (int lane = 0; lane < LANES; lane++)
        sum += lanes[lane];
    return sum;
}

KERNEL void NAME(add_counts)(const NAME(counts) *counts, int players, int groups, tally *total)
{
    total->weight += groups * (double)LANES;
    total->weight_squared += groups * (double)LANES;
    for (int player = 0; player < players; player++) {
        for (int sharing = 0; sharing < players; sharing++) {
            double sum = NAME(sum_lanes)(counts->shares[player][sharing]);
            total->shares[player][sharing] += sum;
            total->squares[player][sharing] += sum;
        }
        for (int c = 0; c < CATEGORIES; c++)
            total->categories[player][c] += NAME(sum_lanes)(counts->categories[player][c]);
    }
}

/* The same for deals with weights, or for fewer lanes than all. */
KERNEL void NAME(count_weighted)(uint16_t strengths[][LANES], const NAME(deals) *deals, int players, int lanes,
                                 tally *total, double *by_hand)
{
    for (int lane = 0; lane < lanes; lane++) {
        double weight = deals->weight[lane];
        uint16_t best = 0;
        int winners = 0;
        for (int player = 0; player < players; player++) {
            uint16_t strength = strengths[player][lane];
            winners = strength > best ? 1 : winners + (strength == best);
            best = strength > best ? strength : best;
            total->categories[player][strength >> 12] += weight;
        }
        for (int player = 0; player < players; player++)
            if (strengths[player][lane] == best) {
                total->shares[player][winners - 1] += weight;
                total->squares[player][winners - 1] += weight * weight;
            }
        total->weight += weight;
        total->weight_squared += weight * weight;
        if (by_hand) {
            double share = strengths[0][lane] == best ? 1.0 / winners : 0.0;
            double *sums = by_hand + HAND_SUMS * deals->pick[lane];
            sums[0] += weight;
            sums[1] += weight * share;
            sums[2] += weight * weight;
            sums[3] += weight * weight * share;
            sums[4] += weight * weight * share * share;
        }
    }
}

/* Fills in what is the same in every deal. */
KERNEL void NAME(set_known)(const spot *s, NAME(used_cards) *taken, NAME(deals) *deals)
{
    memset(deals, 0, sizeof *deals);
    for (int lane = 0; lane < LANES; lane++)
        deals->weight[lane] = 1.0;
    taken->count = 0;
    for (int card = 0; card < 52; card++)
        if (s->taken >> card & 1)
            NAME(use)(taken, NAME(all_lanes)((uint8_t)card));
    for (int i = 0; i < s->board_cards; i++)
        memset(deals->board[i], s->board[i], LANES);
    for (int player = 0; player < s->players; player++)
        if (s->holdings[player].count == 1)
            for (int i = 0; i < 2; i++)
                memset(deals->hole[player][i], s->holdings[player].cards[i], LANES);
}

/* `trials` deals, in blocks from number `block` on; by_hand may be NULL. */
KERNEL void NAME(sample)(const spot *s, const plan *how, uint64_t seed, uint64_t block, int64_t trials, tally *total,
                         double *by_hand)
{
    NAME(deals) deals;
    NAME(used_cards) taken;
    NAME(counts) counts;
    random_streams random;
    uint16_t strengths[MAX_PLAYERS][LANES];

    NAME(set_known)(s, &taken, &deals);
    for (; trials > 0; block++) {
        int groups = 0;
        start_random(&random, seed, block);
        memset(&counts, 0, sizeof counts);
        for (int group = 0; group < GROUPS && trials > 0; group++, trials -= LANES) {
            NAME(deal)(s, how, &taken, &random, &deals);
            NAME(evaluate_deals)(&deals, s->players, strengths);
            if (how->in_turn || by_hand || trials < LANES) {
                int lanes = trials < LANES ? (int)trials : LANES;
                NAME(count_weighted)(strengths, &deals, s->players, lanes, total, by_hand);
            } else {
                NAME(count_deals)(strengths, s->players, &counts);
                groups++;
            }
        }
        NAME(add_counts)(&counts, s->players, groups, total);
    }
}
