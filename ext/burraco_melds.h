/* Burraco: what cards make a meld, and a search for all that a hand can lay.
 *
 * These are the rules of burraco/melds.py over sets of places: in a run the low ace is place 1, the king 13
 * and the high ace 14. A meld is what it is made of; where its wilds stand follows from that. */
#ifndef MAZZO_BURRACO_MELDS_H
#define MAZZO_BURRACO_MELDS_H

#include <stdint.h>
#include <string.h>

#include "portable.h"

enum {
    B_JOKER = 52,
    LOW_ACE = 1,
    TWO_PLACE = 2,
    KING_PLACE = 13,
    HIGH_ACE = 14,
    B_BURRACO = 7,
    MOST_IN_MELD = 24,
    MOST_MOVES = 160,
    ACES = 1 << LOW_ACE | 1 << HIGH_ACE,
    PLAIN_PLACES = 0x3ff8 /* three to king */
};

typedef struct {
    int natural_two, ace_high, max_wilds, wild_lock, one_set_per_rank;
    int set_is_burraco, semi_clean, semi_set_exact, semi_wild_inside;
    int single_pile_rediscard, pot_on_empty, close_by_discard, wild_close;
    int closing_bonus, pot_penalty, unplayable_stock, turn_cap, seats;
} burraco_rules;

/* Cards of a hand: for each suit the places from 2 to 14 that are held once, and those held twice. */
typedef struct {
    uint16_t once[4], twice[4];
    uint8_t jokers, size;
} burraco_cards;

typedef struct {
    uint16_t places; /* naturals of a run */
    uint8_t is_run;
    uint8_t kind;     /* suit of a run, place of the rank of a set */
    uint8_t naturals; /* how many */
    uint8_t jokers;
    uint8_t twos[4]; /* that stand for others */
    int16_t points;
} burraco_meld;

FORCE_INLINE int count_bits(uint32_t bits)
{
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    return (int)(((bits + (bits >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
}

FORCE_INLINE int place_of(int card) { return (card >> 2) + 2; }

FORCE_INLINE int card_at(int place, int suit) { return place == LOW_ACE ? 48 + suit : 4 * (place - 2) + suit; }

FORCE_INLINE int is_wild(int card) { return card < 4 || card == B_JOKER; }

FORCE_INLINE int points_of(int card)
{
    if (card == B_JOKER)
        return 30;
    int place = place_of(card);
    return place == TWO_PLACE ? 20 : place == HIGH_ACE ? 15 : place >= 8 ? 10 : 5;
}

/* ---- Cards of a hand ---- */

FORCE_INLINE void hold_card(burraco_cards *hand, int card)
{
    hand->size++;
    if (card == B_JOKER) {
        hand->jokers++;
        return;
    }
    uint16_t bit = (uint16_t)(1 << place_of(card));
    if (hand->once[card & 3] & bit)
        hand->twice[card & 3] |= bit;
    else
        hand->once[card & 3] |= bit;
}

FORCE_INLINE void remove_card(burraco_cards *hand, int card)
{
    hand->size--;
    if (card == B_JOKER) {
        hand->jokers--;
        return;
    }
    uint16_t bit = (uint16_t)(1 << place_of(card));
    if (hand->twice[card & 3] & bit)
        hand->twice[card & 3] &= (uint16_t)~bit;
    else
        hand->once[card & 3] &= (uint16_t)~bit;
}

FORCE_INLINE int count_card(const burraco_cards *hand, int card)
{
    if (card == B_JOKER)
        return hand->jokers;
    int place = place_of(card);
    return (hand->once[card & 3] >> place & 1) + (hand->twice[card & 3] >> place & 1);
}

FORCE_INLINE int count_twos(const burraco_cards *hand, int suit)
{
    return (hand->once[suit] >> TWO_PLACE & 1) + (hand->twice[suit] >> TWO_PLACE & 1);
}

static int count_wilds(const burraco_cards *hand)
{
    int wilds = hand->jokers;
    for (int suit = 0; suit < 4; suit++)
        wilds += count_twos(hand, suit);
    return wilds;
}

static int points_left(const burraco_cards *hand)
{
    int points = 30 * hand->jokers;
    for (int suit = 0; suit < 4; suit++)
        for (int pass = 0; pass < 2; pass++) {
            uint32_t places = pass ? hand->twice[suit] : hand->once[suit];
            points += 5 * count_bits(places & 0x00f8) + 10 * count_bits(places & 0x3f00) +
                      20 * (int)(places >> TWO_PLACE & 1) + 15 * (int)(places >> HIGH_ACE & 1);
        }
    return points;
}

/* ---- Melds ---- */

FORCE_INLINE int wilds_of(const burraco_meld *m)
{
    return m->jokers + m->twos[0] + m->twos[1] + m->twos[2] + m->twos[3];
}

FORCE_INLINE int size_of(const burraco_meld *m) { return m->naturals + wilds_of(m); }

FORCE_INLINE int span_of(uint32_t places) { return highest_bit(places) - lowest_bit(places) + 1; }

FORCE_INLINE int gaps_of(uint32_t places) { return span_of(places) - count_bits(places); }

/* The first gap of a run, 0 if there is none. */
FORCE_INLINE int gap_of(uint32_t places)
{
    uint32_t missing = ~places & ((1u << highest_bit(places)) - 1) & ~((1u << lowest_bit(places)) - 1);
    return missing ? lowest_bit(missing) : 0;
}

/* Whether so many wilds fit a run of these naturals. */
static int run_fits(const burraco_rules *r, uint32_t places, int wilds)
{
    if (wilds > r->max_wilds || count_bits(places) < 2)
        return 0;
    int gaps = gaps_of(places), left = wilds - gaps;
    if (left < 0)
        return 0;
    int room = lowest_bit(places) - LOW_ACE + (r->ace_high ? HIGH_ACE : KING_PLACE) - highest_bit(places);
    return left <= room;
}

/* What a run is made of before it is decided which two is itself and where the ace lies. */
typedef struct {
    uint32_t plain; /* places 3 to 13 */
    int ace, suit, own_twos, others, jokers;
    uint8_t other_twos[4];
} run_cards;

/* Finds the best reading of a run as _run of melds.py does: the fewest wilds, these at an end, the ace low.
 * spare says how many of the own twos may be themselves; ace_at is where the ace must be, or 0. */
static int read_run(const burraco_rules *r, const run_cards *c, int spare, int ace_at, burraco_meld *m)
{
    int best = 99;
    for (int ace = LOW_ACE; ace <= HIGH_ACE; ace += HIGH_ACE - LOW_ACE) {
        if (ace == HIGH_ACE && !(c->ace && r->ace_high))
            break;
        if (ace_at && ace != ace_at && c->ace)
            continue;
        for (int itself = r->natural_two && spare > 0; itself >= 0; itself--) {
            uint32_t places = c->plain | (c->ace ? 1u << ace : 0) | (itself ? 1u << TWO_PLACE : 0);
            int wilds = c->others + c->own_twos - itself;
            if (!places || count_bits(places) + wilds < 3 || !run_fits(r, places, wilds))
                continue;
            int order = 2 * wilds + (wilds == 1 && gap_of(places));
            if (order >= best)
                continue;
            best = order;
            m->places = (uint16_t)places;
            m->naturals = (uint8_t)count_bits(places);
            memcpy(m->twos, c->other_twos, 4);
            m->twos[c->suit] = (uint8_t)(c->own_twos - itself);
        }
    }
    m->is_run = 1;
    m->kind = (uint8_t)c->suit;
    m->jokers = (uint8_t)c->jokers;
    return best < 99;
}

/* Adds cards to what a run is made of; they must be of its suit, none twice. */
static int add_to_run(run_cards *c, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        int card = cards[i];
        if (card == B_JOKER) {
            c->jokers++;
            c->others++;
        } else if ((card & 3) != c->suit) {
            if (card >= 4)
                return 0;
            c->other_twos[card]++;
            c->others++;
        } else if (card < 4) {
            c->own_twos++;
        } else if (place_of(card) == HIGH_ACE) {
            if (c->ace++)
                return 0;
        } else {
            uint32_t bit = 1u << place_of(card);
            if (c->plain & bit)
                return 0;
            c->plain |= bit;
        }
    }
    return 1;
}

static int make_set(const burraco_rules *r, burraco_meld *m, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        int card = cards[i];
        if (card == B_JOKER)
            m->jokers++;
        else if (card < 4)
            m->twos[card]++;
        else if (place_of(card) != m->kind)
            return 0;
        else
            m->naturals++;
    }
    int wilds = wilds_of(m);
    return m->naturals + wilds >= 3 && wilds <= m->naturals && wilds <= r->max_wilds;
}

static int add_points(burraco_meld *m, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++)
        m->points = (int16_t)(m->points + points_of(cards[i]));
    return 1;
}

/* The meld that cards make; 0 if they make none. */
static int make_meld(const burraco_rules *r, const uint8_t *cards, int count, burraco_meld *m)
{
    memset(m, 0, sizeof *m);
    int naturals = 0, same_rank = 1, first = -1;
    for (int i = 0; i < count; i++)
        if (!is_wild(cards[i])) {
            if (first < 0)
                first = cards[i];
            same_rank &= cards[i] >> 2 == first >> 2;
            naturals++;
        }
    if (count < 3 || !naturals)
        return 0;
    if (naturals > 1 && same_rank) {
        m->kind = (uint8_t)place_of(first);
        return make_set(r, m, cards, count) && add_points(m, cards, count);
    }
    run_cards c = {0};
    c.suit = first & 3;
    return add_to_run(&c, cards, count) && read_run(r, &c, c.own_twos, 0, m) && add_points(m, cards, count);
}

/* A meld with cards added; 0 if they do not fit. */
static int extend_meld(const burraco_rules *r, const burraco_meld *m, const uint8_t *cards, int count,
                       burraco_meld *after)
{
    *after = *m;
    if (!m->is_run)
        return count > 0 && make_set(r, after, cards, count) && add_points(after, cards, count);
    run_cards c = {0};
    c.suit = m->kind;
    c.plain = m->places & PLAIN_PLACES;
    c.ace = (m->places & ACES) != 0;
    c.own_twos = m->twos[c.suit] + (m->places >> TWO_PLACE & 1);
    memcpy(c.other_twos, m->twos, 4);
    c.other_twos[c.suit] = 0;
    c.jokers = m->jokers;
    c.others = wilds_of(m) - m->twos[c.suit];
    int had_ace = c.ace, held = 0, spare;
    if (!count || !add_to_run(&c, cards, count))
        return 0;
    spare = c.own_twos;
    if (r->wild_lock) {
        int gap = gap_of(m->places); /* with one wild at most, that is where it stands */
        held = gap && !(c.plain >> gap & 1);
        spare -= held && m->twos[c.suit];
    }
    int ace_at = held && had_ace ? (m->places >> LOW_ACE & 1 ? LOW_ACE : HIGH_ACE) : 0;
    return read_run(r, &c, spare, ace_at, after) && add_points(after, cards, count);
}

/* The longest row of neighbouring places. */
static int longest_row(uint32_t places)
{
    int row = 0;
    for (; places; row++)
        places &= places << 1;
    return row;
}

static int bonus_of(const burraco_rules *r, const burraco_meld *m)
{
    int size = size_of(m);
    if (size < B_BURRACO || !(m->is_run || r->set_is_burraco))
        return 0;
    if (size == m->naturals)
        return 200;
    int semi;
    if (m->is_run)
        semi = longest_row(m->places) >= B_BURRACO && (r->semi_wild_inside || !gap_of(m->places));
    else
        semi = size == B_BURRACO + 1 || (size > B_BURRACO + 1 && !r->semi_set_exact);
    return semi && r->semi_clean ? 150 : 100;
}

/* ---- What a hand can lay ---- */

typedef struct {
    burraco_meld after;
    int16_t gain; /* what it adds to the score of the table */
    uint8_t to;   /* number of the meld that it extends, or how many there are for a new one */
    uint8_t count, wilds;
    uint8_t cards[MOST_IN_MELD];
} burraco_move;

/* Who looks for moves: a hand, the melds of its side, and what is left must be playable. */
typedef struct {
    const burraco_rules *rules;
    burraco_cards hand;
    const burraco_meld *melds;
    int count;
    int has_pot, barred, has_burraco;
    int wilds; /* in the hand */
    int found;
    burraco_move *moves;
} burraco_search;

/* The card that is left if a move leaves just one. */
static int last_card(burraco_cards hand, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++)
        remove_card(&hand, cards[i]);
    if (hand.jokers)
        return B_JOKER;
    for (int suit = 0; suit < 4; suit++)
        if (hand.once[suit])
            return card_at(lowest_bit(hand.once[suit]), suit);
    return -1;
}

static int may_discard_last(const burraco_rules *r, int card, int has_pot, int has_burraco, int barred)
{
    if (r->close_by_discard && has_pot && (!has_burraco || (is_wild(card) && !r->wild_close)))
        return 0;
    return card != barred;
}

static int leaves_a_way_on(const burraco_search *s, const burraco_move *m)
{
    int left = s->hand.size - m->count;
    if (left > 1)
        return 1;
    if (left < 1)
        return left == 0 && !(s->has_pot && s->rules->close_by_discard);
    int has_burraco = s->has_burraco || bonus_of(s->rules, &m->after);
    return may_discard_last(s->rules, last_card(s->hand, m->cards, m->count), s->has_pot, has_burraco, s->barred);
}

/* Notes a move if it is a new one that the rules allow. */
static int note_move(burraco_search *s, burraco_move *m)
{
    const burraco_rules *r = s->rules;
    const burraco_meld *before = m->to < s->count ? &s->melds[m->to] : NULL;
    if (s->found == MOST_MOVES)
        return 0;
    if (before ? !extend_meld(r, before, m->cards, m->count, &m->after) : !make_meld(r, m->cards, m->count, &m->after))
        return 0;
    if (!leaves_a_way_on(s, m))
        return 0;
    m->gain = (int16_t)(m->after.points + bonus_of(r, &m->after) -
                        (before ? before->points + bonus_of(r, before) : 0));
    m->wilds = (uint8_t)(wilds_of(&m->after) - (before ? wilds_of(before) : 0));
    s->moves[s->found++] = *m;
    return 1;
}

static void put_card(burraco_move *m, int card)
{
    if (m->count < MOST_IN_MELD)
        m->cards[m->count++] = (uint8_t)card;
}

/* Puts wilds of the hand into a move: twos of the suit first, since they may become natural, then either
 * jokers or other twos first. used are own twos that the move has already. */
static int put_wilds(const burraco_search *s, burraco_move *m, int wanted, int suit, int used, int jokers_first)
{
    int own = suit < 0 ? 0 : count_twos(&s->hand, suit) - used;
    for (; wanted && own > 0; wanted--, own--)
        put_card(m, suit);
    for (int pass = 0; pass < 2; pass++)
        if (pass != jokers_first)
            for (int i = 0; i < s->hand.jokers && wanted; i++, wanted--)
                put_card(m, B_JOKER);
        else
            for (int two = 0; two < 4; two++)
                for (int i = 0; two != suit && i < count_twos(&s->hand, two) && wanted; i++, wanted--)
                    put_card(m, two);
    return !wanted;
}

/* Notes a move with so many wilds: with twos, and with jokers if that differs. */
static int note_with_wilds(burraco_search *s, const burraco_move *base, int wanted, int suit, int used)
{
    burraco_move with_twos = *base, with_jokers = *base;
    if (wanted > s->wilds - used || wanted > s->rules->max_wilds || !put_wilds(s, &with_twos, wanted, suit, used, 0))
        return 0;
    int noted = note_move(s, &with_twos);
    if (wanted && put_wilds(s, &with_jokers, wanted, suit, used, 1) &&
        memcmp(with_twos.cards, with_jokers.cards, with_twos.count))
        noted |= note_move(s, &with_jokers);
    return noted;
}

static void find_new_sets(burraco_search *s)
{
    uint32_t taken = 0;
    if (s->rules->one_set_per_rank)
        for (int i = 0; i < s->count; i++)
            if (!s->melds[i].is_run)
                taken |= 1u << s->melds[i].kind;
    for (int place = 3; place <= HIGH_ACE; place++) {
        if (taken >> place & 1)
            continue;
        burraco_move m = {.to = (uint8_t)s->count};
        for (int suit = 0; suit < 4; suit++)
            for (int i = count_card(&s->hand, card_at(place, suit)); i > 0; i--)
                put_card(&m, card_at(place, suit));
        if (m.count < 2)
            continue;
        int all = m.count;
        if (all >= 3)
            for (; m.count >= 3 && m.count >= all - 2 && !note_with_wilds(s, &m, 0, -1, 0); m.count--)
                ;
        m.count = (uint8_t)all;
        if (all == 2)
            note_with_wilds(s, &m, 1, -1, 0);
        if (all < B_BURRACO && s->rules->set_is_burraco && 2 * all >= B_BURRACO)
            note_with_wilds(s, &m, B_BURRACO - all, -1, 0);
    }
}

/* Notes the run from one natural to another, with the wilds that its gaps take, and more to make seven. */
static void note_run(burraco_search *s, uint32_t places, int suit)
{
    int gaps = gaps_of(places), size = span_of(places), used = places >> TWO_PLACE & 1;
    burraco_move m = {.to = (uint8_t)s->count};
    for (uint32_t left = places; left; left &= left - 1)
        put_card(&m, card_at(lowest_bit(left), suit));
    if (size == 2)
        note_with_wilds(s, &m, 1, suit, used);
    else if (size > 2 && !note_with_wilds(s, &m, gaps, suit, used) && !gaps && size > 3) {
        /* It may be that too few cards would be left: one or two fewer. */
        burraco_move shorter = m;
        shorter.count--;
        if (!note_move(s, &shorter) && size > 4) {
            shorter.count--;
            note_move(s, &shorter);
        }
    }
    if (size > 2 && size < B_BURRACO)
        note_with_wilds(s, &m, gaps + B_BURRACO - size, suit, used);
}

static void find_new_runs_from(burraco_search *s, uint32_t held, int suit, int only_low)
{
    int most = s->rules->max_wilds < s->wilds ? s->rules->max_wilds : s->wilds;
    for (uint32_t starts = held & ~(held << 1); starts; starts &= starts - 1) {
        int low = lowest_bit(starts);
        if (only_low && low != only_low)
            continue;
        uint32_t rest = held & ~((1u << low) - 1);
        for (uint32_t ends = rest & ~(rest >> 1); ends; ends &= ends - 1) {
            uint32_t places = rest & ((2u << lowest_bit(ends)) - 1);
            if ((places & ACES) == ACES) {
                if (!(places >> KING_PLACE & 1))
                    continue;
                places &= ~(1u << HIGH_ACE); /* there is one ace of them */
            }
            if (count_bits(places) < 2)
                continue;
            if (gaps_of(places) > most)
                break;
            note_run(s, places, suit);
        }
    }
}

static void find_new_runs(burraco_search *s)
{
    const burraco_rules *r = s->rules;
    for (int suit = 0; suit < 4; suit++) {
        uint32_t held = s->hand.once[suit] & PLAIN_PLACES;
        if (s->hand.once[suit] >> HIGH_ACE & 1)
            held |= r->ace_high ? ACES : 1 << LOW_ACE;
        if (!held)
            continue;
        if (r->natural_two && s->hand.once[suit] >> TWO_PLACE & 1) {
            find_new_runs_from(s, held | 1 << TWO_PLACE, suit, 0);
            find_new_runs_from(s, held, suit, 3); /* and the two kept */
        } else
            find_new_runs_from(s, held, suit, 0);
    }
}

/* Adds to a move, one by one, all naturals of the hand that fit the run, and gives how many. Without
 * bridging a free wild stays at its end. */
static int grow_run(const burraco_search *s, burraco_move *m, burraco_meld *run, int with_two, int bridging)
{
    int suit = run->kind, added = 0;
    uint32_t held = s->hand.once[suit] & (PLAIN_PLACES | 1u << HIGH_ACE | (uint32_t)with_two << TWO_PLACE);
    for (int i = 0; i < m->count; i++) /* a two that is put in as a wild is no longer there */
        if (m->cards[i] == suit && !(s->hand.twice[suit] >> TWO_PLACE & 1))
            held &= ~(1u << TWO_PLACE);
    for (int grown = 1; grown;) {
        grown = 0;
        for (uint32_t left = held; left; left &= left - 1) {
            int place = lowest_bit(left);
            uint8_t card = (uint8_t)card_at(place, suit);
            burraco_meld longer;
            if (!extend_meld(s->rules, run, &card, 1, &longer) || longer.naturals == run->naturals)
                continue;
            if (!bridging && gaps_of(longer.places) > gaps_of(run->places))
                continue;
            held &= ~(1u << place);
            *run = longer;
            put_card(m, card);
            added++;
            grown = 1;
        }
    }
    return added;
}

/* Notes an extension, or if too few cards would be left one with up to two fewer. */
static void note_extension(burraco_search *s, burraco_move m)
{
    for (int fewer = 0; fewer < 3 && m.count; fewer++, m.count--)
        if (note_move(s, &m))
            return;
}

static void find_run_extensions(burraco_search *s, int number)
{
    const burraco_rules *r = s->rules;
    const burraco_meld *run = &s->melds[number];
    int suit = run->kind, noted = 0;
    for (int with_two = 0; with_two <= (r->natural_two && count_twos(&s->hand, suit)); with_two++)
        for (int bridging = 0; bridging < 2; bridging++) {
            burraco_move m = {.to = (uint8_t)number};
            burraco_meld longer = *run;
            if (grow_run(s, &m, &longer, with_two, bridging) > noted) {
                noted = m.count;
                note_extension(s, m);
            }
        }
    if (!s->wilds || wilds_of(run) >= r->max_wilds)
        return;
    burraco_move m = {.to = (uint8_t)number};
    note_with_wilds(s, &m, 1, suit, 0);
    /* A wild that bridges a gap to more naturals. */
    if (put_wilds(s, &m, 1, suit, 0, 0)) {
        burraco_meld longer;
        if (extend_meld(r, run, m.cards, m.count, &longer) && grow_run(s, &m, &longer, 0, 1) > noted)
            note_extension(s, m);
    }
}

static void find_set_extensions(burraco_search *s, int number)
{
    const burraco_meld *set = &s->melds[number];
    burraco_move m = {.to = (uint8_t)number};
    for (int suit = 0; suit < 4; suit++)
        for (int i = count_card(&s->hand, card_at(set->kind, suit)); i > 0; i--)
            put_card(&m, card_at(set->kind, suit));
    if (m.count)
        note_extension(s, m);
    burraco_move wild = {.to = (uint8_t)number};
    if (s->wilds && wilds_of(set) < s->rules->max_wilds)
        note_with_wilds(s, &wild, 1, -1, 0);
}

/* Finds the melds and extensions that the hand can lay now, as large as they can be. */
static int find_moves(burraco_search *s)
{
    s->found = 0;
    s->wilds = count_wilds(&s->hand);
    for (int i = 0; i < s->count; i++)
        if (s->melds[i].is_run)
            find_run_extensions(s, i);
        else
            find_set_extensions(s, i);
    find_new_runs(s);
    find_new_sets(s);
    return s->found;
}

#endif
