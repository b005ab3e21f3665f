/* Five-card draw by Monte Carlo: the share of the pot that each way to throw cards wins, all of them on the
 * same random deals. And exactly, what a hand becomes.
 *
 * A deal: each opponent gets five cards, weighted by how good they are and by how many it is known to
 * throw; then come our new cards, then theirs. What is thrown stays out. */
#ifndef MAZZO_DRAW_H
#define MAZZO_DRAW_H

#include "random.h"
#include "spot.h"

enum {
    MAX_OPPONENTS = 5,
    MOST_THROWN = 3,
    MAX_WAYS = 26,     /* to throw 0 to 3 of five cards */
    HAND_CLASSES = 64, /* of starting hands by strength, about equally many hands in each */
    DRAW_GROUP = 32,   /* trials whose sums are one observation when errors are made */
    DRAW_BLOCK = 1024, /* trials that share a seed */
    DRAW_PILOT = 1024, /* hands from which the tries are found */
    MAX_TRIES = 256
};

/* ---- What a hand usually throws ---- */

/* How many cards a hand of each category throws; the second row if four of them are to a flush or to an
 * open-ended straight, which matters to a hand with nothing. */
static const uint8_t USUALLY_THROWN[2][CATEGORIES] = {{3, 3, 1, 2, 0, 0, 0, 0, 0}, {1, 3, 1, 2, 0, 0, 0, 0, 0}};

/* How much a hand counts that throws 0, 1, 2, 3 cards though it usually throws another number. With these
 * about one in eight of random hands that throw none, one or two does so, and few that throw three. */
static const double UNUSUAL[MOST_THROWN + 1] = {0.001, 0.02, 0.003, 0.02};

/* The suit of which there are four cards, as flush_of_key gives that of five. */
FORCE_INLINE unsigned four_of_suit(uint64_t key)
{
    unsigned counters = (unsigned)(key >> 32) & 0xffff;
    return counters & counters >> 1 & counters >> 2 & 0x1111; /* a counter of 3 + 4 has its lower bits set */
}

FORCE_INLINE unsigned ranks_of(hand h)
{
    return (unsigned)(h.suited | h.suited >> 16 | h.suited >> 32 | h.suited >> 48) & 0x1fff;
}

/* Four ranks in a row that two ranks would make a straight, by the lowest: from a deuce up to a ten. */
FORCE_INLINE unsigned four_in_a_row(unsigned ranks) { return ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & 0x1ff; }

FORCE_INLINE int usually_thrown(hand h, uint16_t strength)
{
    int four = (four_of_suit(h.key) | four_in_a_row(ranks_of(h))) != 0;
    return USUALLY_THROWN[four][strength >> 12];
}

static hand hand_of(const uint8_t *cards, int count)
{
    hand h = NO_CARDS;
    for (int i = 0; i < count; i++)
        h = add_card(h, cards[i]);
    return h;
}

/* Puts the cards in the order in which they are thrown: of ranks that are held least often first, and
 * among those the lowest. */
static void order_throws(uint8_t *cards)
{
    uint64_t times = 0; /* four bits a rank */
    for (int i = 0; i < 5; i++)
        times += (uint64_t)1 << 4 * (cards[i] >> 2);
    for (int i = 1; i < 5; i++) {
        uint8_t card = cards[i];
        uint64_t worth = (times >> 4 * (card >> 2) & 15) << 8 | card;
        int j = i;
        for (; j > 0 && ((times >> 4 * (cards[j - 1] >> 2) & 15) << 8 | cards[j - 1]) > worth; j--)
            cards[j] = cards[j - 1];
        cards[j] = card;
    }
}

/* Puts the card in front that is no part of four to a flush, or else to an open-ended straight. */
static void odd_card_first(uint8_t *cards, hand h)
{
    unsigned suit = four_of_suit(h.key);
    unsigned row = 15u * four_in_a_row(ranks_of(h)); /* all four ranks of it */
    for (int i = 0; i < 5; i++) {
        unsigned part = suit ? suit >> 4 * (cards[i] & 3) & 1 : row >> (cards[i] >> 2) & 1;
        if (!part) {
            uint8_t odd = cards[i];
            cards[i] = cards[0];
            cards[0] = odd;
            return;
        }
    }
}

/* Puts the cards that a hand throws in front, and gives how many: `drew`, or the usual number if that is
 * not known (-1). */
static int choose_throws(uint8_t *cards, int drew)
{
    hand h = hand_of(cards, 5);
    uint16_t strength = strength_of(h, 5);
    int usual = usually_thrown(h, strength), thrown = drew < 0 ? usual : drew;
    if (thrown == 0)
        return 0;
    order_throws(cards);
    if (strength >> 12 == HIGH_CARD && thrown == 1 && usual == 1)
        odd_card_first(cards, h);
    return thrown;
}

/* ---- What is dealt ---- */

typedef struct {
    int drew;  /* how many cards it throws; -1: not known yet */
    int tries; /* hands looked at for each that is dealt */
    double weight[MOST_THROWN + 1][HAND_CLASSES]; /* of a hand by how many cards it usually throws, and its class */
} draw_opponent;

typedef struct {
    int opponents, ways, most, live;
    uint8_t card[52]; /* those that are live */
    int thrown[MAX_WAYS];
    hand kept[MAX_WAYS];
    draw_opponent opponent[MAX_OPPONENTS];
    const uint8_t *class_of; /* of a starting hand by its strength, 65536 */
} draw_spot;

/* Sums over trials; all fields are doubles, so a tally is also a flat array and tallies add up. Place 0 of
 * `products` is the weight, the others are the ways' shares. */
typedef struct {
    double weight, weight_squared;
    double shares[MAX_WAYS];
    double products[1 + MAX_WAYS][1 + MAX_WAYS]; /* of the sums of a group, the lower half and the diagonal */
} draw_tally;

enum { DRAW_TALLY_SIZE = sizeof(draw_tally) / sizeof(double) };

FORCE_INLINE void exchange(uint8_t *a, uint8_t *b)
{
    uint8_t card = *a;
    *a = *b;
    *b = card;
}

/* Deals so many of the cards that are left, to the front of them. */
FORCE_INLINE void deal_cards(random_streams *random, uint8_t *cards, int left, int count)
{
    uint32_t numbers[MOST_THROWN];
    numbers_below(random, left, -1, count, numbers);
    for (int i = 0; i < count; i++)
        exchange(cards + i, cards + i + numbers[i]);
}

/* Picks five of the cards that are left, as a bit for each place; all such sets are equally likely (Floyd). */
FORCE_INLINE uint64_t pick_five(random_streams *random, const uint8_t *cards, int left, hand *picked)
{
    uint32_t numbers[5];
    uint64_t places = 0;
    numbers_below(random, left - 4, 1, 5, numbers);
    *picked = NO_CARDS;
    for (int i = 0; i < 5; i++) {
        uint32_t place = places >> numbers[i] & 1 ? (uint32_t)(left - 5 + i) : numbers[i];
        places |= (uint64_t)1 << place;
        *picked = add_card(*picked, cards[place]);
    }
    return places;
}

FORCE_INLINE void bring_to_front(uint8_t *cards, uint64_t places)
{
    for (uint8_t *front = cards; places; places >>= 1, cards++)
        if (places & 1)
            exchange(front++, cards);
}

FORCE_INLINE double weight_of(const draw_spot *s, const draw_opponent *o, hand h)
{
    uint16_t strength = strength_of(h, 5);
    return o->weight[usually_thrown(h, strength)][s->class_of[strength]];
}

/* Deals an opponent five cards to the front of those left: of so many hands as it has tries one, by their
 * weights. Gives the mean of those. A deal that counts by the product of such means is as fair as one of a
 * hand each that counts by its weight, and few deals are lost where the hands that count are rare. */
static double deal_hand(const draw_spot *s, const draw_opponent *o, random_streams *random, uint8_t *cards, int left)
{
    hand h;
    uint64_t picked = 0;
    double all = 0;
    for (int i = 0; i < o->tries; i++) {
        uint64_t places = pick_five(random, cards, left, &h);
        double weight = weight_of(s, o, h);
        all += weight;
        if (weight > 0 && (o->tries == 1 || next_word(random) * 0x1p-32 * all < weight))
            picked = places;
    }
    bring_to_front(cards, picked);
    return all / o->tries;
}

/* Finds how many tries are worth their time, from how much the weights vary: more of them where a deal needs
 * luck with several opponents. */
static void set_tries(const draw_spot *s, draw_opponent *o)
{
    random_streams random;
    hand h;
    double sum = 0, squares = 0;
    start_random(&random, 0, 0);
    for (int i = 0; i < DRAW_PILOT; i++) {
        pick_five(&random, s->card, s->live, &h);
        double weight = weight_of(s, o, h);
        sum += weight;
        squares += weight * weight;
    }
    double spread = sum > 0 ? DRAW_PILOT * squares / (sum * sum) - 1 : MAX_TRIES;
    o->tries = 1;
    while (o->tries < MAX_TRIES && (o->tries < (s->opponents - 1) * spread || o->tries * o->tries < 9 * spread))
        o->tries++;
}

/* Adds an opponent with weights by class. */
static void add_opponent(draw_spot *s, int drew, const double *weights)
{
    draw_opponent *o = &s->opponent[s->opponents++];
    o->drew = drew;
    for (int usual = 0; usual <= MOST_THROWN; usual++)
        for (int i = 0; i < HAND_CLASSES; i++)
            o->weight[usual][i] = weights[i] * (drew < 0 || drew == usual ? 1 : UNUSUAL[drew]);
}

/* Call it when all opponents have been added. */
static void prepare_draw(draw_spot *s)
{
    for (int i = 0; i < s->opponents; i++)
        set_tries(s, &s->opponent[i]);
}

/* ---- The deals ---- */

/* The opponents throw and draw; gives the best strength among them, and how many have it. */
static uint16_t draw_opponents(const draw_spot *s, random_streams *random, uint8_t *deck, int at, int *sharing)
{
    uint16_t best = 0;
    for (int i = 0; i < s->opponents; i++) {
        uint8_t *cards = deck + 5 * i;
        int thrown = choose_throws(cards, s->opponent[i].drew);
        hand h = hand_of(cards + thrown, 5 - thrown);
        deal_cards(random, deck + at, s->live - at, thrown);
        for (; thrown > 0; thrown--)
            h = add_card(h, deck[at++]);
        uint16_t strength = strength_of(h, 5);
        *sharing = strength > best ? 1 : *sharing + (strength == best);
        best = strength > best ? strength : best;
    }
    return best;
}

/* One deal; sums[0] is of weights, the others are of the ways' shares of the pot. */
static void add_deal(const draw_spot *s, random_streams *random, uint8_t *deck, double *sums, double *weight_squared)
{
    double weight = 1;
    int at = 0, sharing = 0;
    for (int i = 0; i < s->opponents; i++, at += 5) {
        weight *= deal_hand(s, &s->opponent[i], random, deck + at, s->live - at);
        if (weight == 0)
            return;
    }
    hand drawn[MOST_THROWN + 1] = {NO_CARDS};
    deal_cards(random, deck + at, s->live - at, s->most);
    for (int i = 0; i < s->most; i++)
        drawn[i + 1] = add_card(drawn[i], deck[at++]);
    uint16_t best = draw_opponents(s, random, deck, at, &sharing);
    const double payoff[3] = {0, weight / (1 + sharing), weight};
    for (int way = 0; way < s->ways; way++) {
        uint16_t strength = strength_of(add_hand(s->kept[way], drawn[s->thrown[way]]), 5);
        sums[1 + way] += payoff[(strength >= best) + (strength > best)];
    }
    sums[0] += weight;
    *weight_squared += weight * weight;
}

static void add_group(const draw_spot *s, const double *sums, draw_tally *total)
{
    total->weight += sums[0];
    for (int way = 0; way < s->ways; way++)
        total->shares[way] += sums[1 + way];
    for (int i = 0; i <= s->ways; i++)
        for (int j = 0; j <= i; j++)
            total->products[i][j] += sums[i] * sums[j];
}

/* `trials` deals, in blocks from number `block` on. */
static void sample_draw(const draw_spot *s, uint64_t seed, uint64_t block, int64_t trials, draw_tally *total)
{
    random_streams random;
    uint8_t deck[52];
    for (; trials > 0; block++) {
        start_random(&random, seed, block);
        memcpy(deck, s->card, sizeof deck);
        for (int group = 0; group < DRAW_BLOCK / DRAW_GROUP && trials > 0; group++) {
            double sums[1 + MAX_WAYS] = {0};
            for (int i = 0; i < DRAW_GROUP && trials > 0; i++, trials--)
                add_deal(s, &random, deck, sums, &total->weight_squared);
            add_group(s, sums, total);
        }
    }
}

/* ---- What a hand becomes ---- */

/* Counts every way to complete a hand to five with cards from cards[next] on, by category. */
static void count_draws(hand h, const uint8_t *cards, int live, int next, int left, int64_t *categories)
{
    if (left == 0)
        categories[strength_of(h, 5) >> 12]++;
    for (int i = next; left > 0 && i + left <= live; i++)
        count_draws(add_card(h, cards[i]), cards, live, i + 1, left - 1, categories);
}

#endif
