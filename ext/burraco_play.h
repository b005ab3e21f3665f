/* Burraco: a whole hand, played on by a fixed way to play that sees its own cards and the table only.
 *
 * The rules are those of burraco/hand.py. */
#ifndef MAZZO_BURRACO_PLAY_H
#define MAZZO_BURRACO_PLAY_H

#include "burraco_melds.h"
#include "random.h"

enum {
    MOST_MELDS = 36, /* of three cards each, in 108 */
    PACKS = 108,
    POT = 11,
    B_NONE = -1,
    TO_DRAW = 0,
    TO_PLAY = 1,
    HAND_OVER = 2
};

typedef struct {
    burraco_cards hand[4];
    burraco_meld melds[2][MOST_MELDS];
    uint8_t count[2];
    uint8_t stock[PACKS], pile[PACKS], pot[2][POT];
    uint8_t has_pot[2], opened;
    int next, end; /* of the stock */
    int piled;
    int phase, actor, turn, last_turn, barred, closer;
} burraco_state;

/* What happened, in bytes: a letter, the number of a meld, how many cards and which. */
typedef struct {
    uint8_t *bytes;
    int used, room;
} burraco_log;

static void note(burraco_log *log, char what, int to, const uint8_t *cards, int count)
{
    if (!log || log->used + 3 + count > log->room)
        return;
    uint8_t *at = log->bytes + log->used;
    at[0] = (uint8_t)what;
    at[1] = (uint8_t)to;
    at[2] = (uint8_t)count;
    if (count)
        memcpy(at + 3, cards, (size_t)count);
    log->used += 3 + count;
}

/* ---- The rules of a turn ---- */

FORCE_INLINE int stock_left(const burraco_state *s) { return s->end - s->next; }

static int side_has_burraco(const burraco_rules *r, const burraco_state *s, int side)
{
    for (int i = 0; i < s->count[side]; i++)
        if (bonus_of(r, &s->melds[side][i]))
            return 1;
    return 0;
}

static void end_turn(const burraco_rules *r, burraco_state *s)
{
    s->barred = B_NONE;
    s->turn++;
    if (s->last_turn || s->turn >= r->turn_cap) {
        s->phase = HAND_OVER;
        return;
    }
    s->phase = TO_DRAW;
    s->actor = (s->actor + 1) % r->seats;
}

static void take_the_pot(burraco_state *s)
{
    int side = s->actor & 1;
    for (int i = 0; i < POT; i++)
        hold_card(&s->hand[s->actor], s->pot[side][i]);
    s->has_pot[side] = 1;
}

static void draw_card(const burraco_rules *r, burraco_state *s)
{
    hold_card(&s->hand[s->actor], s->stock[s->next++]);
    s->last_turn = stock_left(s) <= r->unplayable_stock;
    s->phase = TO_PLAY;
}

static void take_pile(const burraco_rules *r, burraco_state *s)
{
    burraco_cards *hand = &s->hand[s->actor];
    if (s->piled == 1 && hand->size && !r->single_pile_rediscard && !count_card(hand, s->pile[0]))
        s->barred = s->pile[0];
    for (int i = 0; i < s->piled; i++)
        hold_card(hand, s->pile[i]);
    s->piled = 0;
    s->phase = TO_PLAY;
}

static void take_pot_to_draw(burraco_state *s)
{
    take_the_pot(s);
    s->phase = TO_PLAY;
}

static int may_take_pot(const burraco_rules *r, const burraco_state *s)
{
    return !r->pot_on_empty && !s->has_pot[s->actor & 1] && (s->opened >> s->actor & 1);
}

static void lay(const burraco_rules *r, burraco_state *s, const burraco_move *m)
{
    int side = s->actor & 1;
    burraco_cards *hand = &s->hand[s->actor];
    for (int i = 0; i < m->count; i++)
        remove_card(hand, m->cards[i]);
    if (m->to == s->count[side]) {
        s->count[side]++;
        if (!wilds_of(&m->after))
            s->opened |= (uint8_t)(1 << s->actor);
    }
    s->melds[side][m->to] = m->after;
    if (hand->size)
        return;
    if (r->pot_on_empty && !s->has_pot[side]) {
        take_the_pot(s);
        s->barred = B_NONE;
    } else if (!r->close_by_discard && side_has_burraco(r, s, side)) {
        s->closer = s->actor;
        s->phase = HAND_OVER;
    } else
        end_turn(r, s);
}

static void discard(const burraco_rules *r, burraco_state *s, int card)
{
    burraco_cards *hand = &s->hand[s->actor];
    remove_card(hand, card);
    s->pile[s->piled++] = (uint8_t)card;
    if (!hand->size) {
        if (r->pot_on_empty && !s->has_pot[s->actor & 1])
            take_the_pot(s);
        else if (r->close_by_discard) {
            s->closer = s->actor;
            s->phase = HAND_OVER;
            return;
        }
    }
    end_turn(r, s);
}

static int score_of_side(const burraco_rules *r, const burraco_state *s, int side)
{
    int score = s->has_pot[side] ? 0 : -r->pot_penalty;
    for (int i = 0; i < s->count[side]; i++)
        score += s->melds[side][i].points + bonus_of(r, &s->melds[side][i]);
    for (int seat = side; seat < r->seats; seat += 2)
        score -= points_left(&s->hand[seat]);
    if (s->closer >= 0 && (s->closer & 1) == side)
        score += r->closing_bonus;
    return score;
}

/* ---- A way to play ---- */

/* What it weighs, in points. */
typedef struct {
    int useless_in_pile; /* what each card of the pile costs that it cannot use */
    int any_pile;        /* cards from which on it takes any pile */
    int wild;            /* what a wild must bring to be laid before the side needs to end */
    int twin, pair, neighbour, skip; /* why to keep a card: its twin, its rank, places one and two away */
    int own_meld, feeds; /* it fits a meld of ours, or one of theirs */
    int weight;          /* sixteenths of its own points that a card to be discarded is worth */
    int late;            /* cards of the stock below which a hand is emptied by all means */
} burraco_style;

static int fits_one(const burraco_rules *r, const burraco_meld *melds, int count, int card)
{
    burraco_meld after;
    uint8_t cards[1] = {(uint8_t)card};
    for (int i = 0; i < count; i++) {
        const burraco_meld *m = &melds[i];
        if (m->is_run ? m->kind != (card & 3) : m->kind != place_of(card))
            continue;
        if (extend_meld(r, m, cards, 1, &after))
            return 1;
    }
    return 0;
}

static uint32_t run_places(const burraco_rules *r, const burraco_cards *hand, int suit)
{
    uint32_t held = hand->once[suit] & PLAIN_PLACES;
    if (hand->once[suit] >> HIGH_ACE & 1)
        held |= r->ace_high ? ACES : 1 << LOW_ACE;
    return held;
}

static int count_rank(const burraco_cards *hand, int place)
{
    int count = 0;
    for (int suit = 0; suit < 4; suit++)
        count += (hand->once[suit] >> place & 1) + (hand->twice[suit] >> place & 1);
    return count;
}

/* Whether a hand could lay a natural at once: in a meld of its side, or with two more naturals. */
static int is_useful(const burraco_rules *r, const burraco_state *s, int card)
{
    int side = s->actor & 1;
    const burraco_cards *hand = &s->hand[s->actor];
    if (is_wild(card) || fits_one(r, s->melds[side], s->count[side], card))
        return 1;
    int place = place_of(card);
    if (count_rank(hand, place) >= 2)
        return 1;
    uint32_t held = run_places(r, hand, card & 3);
    for (int at = place == HIGH_ACE ? LOW_ACE : place; at <= HIGH_ACE; at += HIGH_ACE - LOW_ACE) {
        uint32_t with = held | 1u << at;
        for (int low = at > 2 ? at - 2 : LOW_ACE; low <= at; low++)
            if ((with >> low & 7) == 7)
                return 1;
        if (place != HIGH_ACE || !r->ace_high)
            break;
    }
    return 0;
}

static void choose_draw(const burraco_rules *r, const burraco_style *style, burraco_state *s, burraco_log *log)
{
    if (may_take_pot(r, s) && stock_left(s) > style->late) {
        note(log, 'P', 0, NULL, 0);
        take_pot_to_draw(s);
        return;
    }
    int worth = 0;
    for (int i = 0; i < s->piled; i++)
        worth += is_useful(r, s, s->pile[i]) ? 10 + points_of(s->pile[i]) : -style->useless_in_pile;
    if (s->piled && (worth > 0 || s->piled >= style->any_pile)) {
        note(log, 'T', 0, NULL, 0);
        take_pile(r, s);
    } else {
        note(log, 'D', 0, NULL, 0);
        draw_card(r, s);
    }
}

/* What a card is worth in the hand of the actor, the danger that the next one uses it included. */
static int keep_worth(const burraco_rules *r, const burraco_style *style, const burraco_state *s, int card)
{
    int side = s->actor & 1;
    const burraco_cards *hand = &s->hand[s->actor];
    if (is_wild(card))
        return 1000 + points_of(card);
    int place = place_of(card), worth = -style->weight * points_of(card) / 16;
    int others = count_rank(hand, place) - 1, twins = count_card(hand, card) - 1;
    uint32_t held = run_places(r, hand, card & 3);
    for (int at = place == HIGH_ACE ? LOW_ACE : place; at <= HIGH_ACE; at += HIGH_ACE - LOW_ACE) {
        worth += style->neighbour * ((int)(held >> (at - 1) & 1) + (int)(held >> (at + 1) & 1));
        worth += style->skip * ((at > 2 ? (int)(held >> (at - 2) & 1) : 0) + (int)(held >> (at + 2) & 1));
        if (place != HIGH_ACE || !r->ace_high)
            break;
    }
    worth += style->pair * (others - twins) + style->twin * twins;
    if (fits_one(r, s->melds[side], s->count[side], card))
        worth += style->own_meld;
    if (fits_one(r, s->melds[1 - side], s->count[1 - side], card))
        worth += style->feeds;
    return worth;
}

static int choose_discard(const burraco_rules *r, const burraco_style *style, const burraco_state *s)
{
    const burraco_cards *hand = &s->hand[s->actor];
    int best = B_NONE, least = 1 << 20;
    for (int suit = 0; suit < 4; suit++)
        for (uint32_t left = hand->once[suit]; left; left &= left - 1) {
            int card = card_at(lowest_bit(left), suit);
            if (card == s->barred && hand->size > 1)
                continue;
            int worth = keep_worth(r, style, s, card);
            if (worth < least) {
                least = worth;
                best = card;
            }
        }
    return best == B_NONE ? B_JOKER : best;
}

/* The best move to lay, or NULL if none is worth its wilds. */
static const burraco_move *choose_move(const burraco_rules *r, const burraco_style *style, const burraco_state *s,
                                       burraco_move *moves)
{
    int side = s->actor & 1;
    int has_burraco = side_has_burraco(r, s, side);
    burraco_search search = {.rules = r,
                             .hand = s->hand[s->actor],
                             .melds = s->melds[side],
                             .count = s->count[side],
                             .has_pot = s->has_pot[side],
                             .barred = s->barred,
                             .has_burraco = has_burraco,
                             .moves = moves};
    if (!find_moves(&search))
        return NULL;
    /* Wilds are for the end: near it, they are laid for what they are worth. */
    int ending = stock_left(s) <= style->late || s->last_turn;
    const burraco_move *best = NULL;
    int most = 0;
    for (int i = 0; i < search.found; i++) {
        const burraco_move *m = &moves[i];
        int left = search.hand.size - m->count;
        int worth = m->gain - (ending || left <= 1 ? 0 : style->wild * m->wilds);
        if (left <= 1)
            worth += 100;
        if (worth > most) {
            most = worth;
            best = m;
        }
    }
    return best;
}

static void play_turn(const burraco_rules *r, const burraco_style *style, burraco_state *s, burraco_log *log)
{
    burraco_move moves[MOST_MOVES];
    int turn = s->turn;
    if (s->phase == TO_DRAW)
        choose_draw(r, style, s, log);
    while (s->phase == TO_PLAY && s->turn == turn) {
        const burraco_move *m = choose_move(r, style, s, moves);
        if (m) {
            note(log, 'L', m->to, m->cards, m->count);
            lay(r, s, m);
            continue;
        }
        uint8_t card = (uint8_t)choose_discard(r, style, s);
        note(log, 'X', 0, &card, 1);
        discard(r, s, card);
    }
}

/* Plays a hand to its end. */
static void play_out(const burraco_rules *r, const burraco_style *style, burraco_state *s, burraco_log *log)
{
    while (s->phase != HAND_OVER)
        play_turn(r, style, s, log);
}

/* ---- Which action is best ---- */

typedef struct {
    char what; /* as in the log */
    burraco_move move;
} burraco_action;

static void act(const burraco_rules *r, burraco_state *s, const burraco_action *a)
{
    switch (a->what) {
    case 'D':
        draw_card(r, s);
        break;
    case 'T':
        take_pile(r, s);
        break;
    case 'P':
        take_pot_to_draw(s);
        break;
    case 'L':
        lay(r, s, &a->move);
        break;
    default:
        discard(r, s, a->move.cards[0]);
    }
}

/* What a seat does not see: cards that lie anywhere, and how many go to each hand; the rest fills the pots
 * that are still there, and then the stock. */
typedef struct {
    uint8_t cards[PACKS];
    int count;
    int missing[4];
} burraco_unseen;

static void shuffle_cards(uint8_t *cards, int count, random_streams *random)
{
    for (int last = count - 1; last > 0; last--) {
        int other = (int)((uint64_t)next_word(random) * (uint32_t)(last + 1) >> 32);
        uint8_t card = cards[last];
        cards[last] = cards[other];
        cards[other] = card;
    }
}

/* Deals what is not seen, tries each action on that, and gives by how much the actor's side ends ahead. Deals
 * have numbers, so that the same seed and number is the same deal. */
static void try_actions(const burraco_rules *r, const burraco_style *style, const burraco_state *seen,
                        const burraco_unseen *unseen, const burraco_action *actions, int count, uint64_t seed,
                        int64_t first, int64_t deals, int32_t *ahead)
{
    int side = seen->actor & 1;
    for (int64_t deal = 0; deal < deals; deal++) {
        random_streams random;
        start_random(&random, seed, (uint64_t)(first + deal));
        burraco_state world = *seen;
        uint8_t cards[PACKS];
        int at = 0;
        memcpy(cards, unseen->cards, sizeof cards);
        shuffle_cards(cards, unseen->count, &random);
        for (int seat = 0; seat < r->seats; seat++)
            for (int i = 0; i < unseen->missing[seat]; i++)
                hold_card(&world.hand[seat], cards[at++]);
        for (int pot = 0; pot < 2; pot++)
            if (!world.has_pot[pot]) {
                memcpy(world.pot[pot], cards + at, POT);
                at += POT;
            }
        world.next = 0;
        world.end = unseen->count - at;
        memcpy(world.stock, cards + at, (size_t)world.end);
        for (int a = 0; a < count; a++) {
            burraco_state s = world;
            act(r, &s, &actions[a]);
            play_out(r, style, &s, NULL);
            *ahead++ = score_of_side(r, &s, side) - score_of_side(r, &s, 1 - side);
        }
    }
}

#endif

