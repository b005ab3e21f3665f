# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=True
"""The native core: check, allocate, release the GIL, and run the kernels of ext/*.h."""

from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

import numpy as np

cdef extern from "bulk.h" nogil:
    enum: HAVE_AVX2_PATH
    bint cpu_has_avx2()
    bint build_evaluator()
    void build_lanes_avx2()
    ctypedef struct hand:
        uint64_t suited
    hand NO_CARDS
    uint64_t SUITED[256]
    hand add_card(hand h, uint8_t card)
    uint16_t strength_of(hand h, int cards)
    int64_t evaluate_rows_plain(const uint8_t *rows, int cards, int64_t count, bint check, uint16_t *out)
    int64_t evaluate_rows_avx2(const uint8_t *rows, int cards, int64_t count, bint check, uint16_t *out)
    void count_all_from(int cards, int left, int next, hand h, uint64_t *by_strength)

cdef extern from "equity.h" nogil:
    enum: BLOCK, CATEGORIES, COMBOS, HAND_SUMS, MAX_PLAYERS, TALLY_SIZE
    ctypedef struct holding:
        int count
        const uint8_t *cards
        const double *weights
        double all
        const uint32_t *keep
        const uint16_t *other
    ctypedef struct spot:
        int players
        int board_cards
        holding holdings[10]
        uint8_t board[5]
        uint64_t taken
    ctypedef struct plan:
        int count
        int player[10]
        bint in_turn
    ctypedef struct tally:
        pass
    void build_combos()
    void build_alias(const double *weights, int count, uint32_t *keep, uint16_t *other)
    int64_t count_deals_apart(const spot *s, const plan *how, uint64_t seed, int64_t tries)
    void sample_plain(const spot *s, const plan *how, uint64_t seed, uint64_t block, int64_t trials,
                      tally *total, double *by_hand)
    void sample_avx2(const spot *s, const plan *how, uint64_t seed, uint64_t block, int64_t trials,
                     tally *total, double *by_hand)
    void enumerate_hands(const spot *s, int64_t first, int64_t last, tally *total)
    bint enumerate_ranges(const spot *s, int64_t first, int64_t last, const volatile int *stop, tally *total)
    int64_t runout_units(const spot *s, int walked)
    int walked_for_hands(const spot *s)
    int walked_for_ranges(const spot *s)
    bint enumerate_two_ranges(const spot *s, int64_t first, int64_t last, const double *weights, tally *total,
                              double *by_hand)

cdef extern from "preflop.h" nogil:
    enum: FOUR_CARDS, MATCHUPS
    void build_preflop()
    int four_cards_of(const uint8_t *a, const uint8_t *b)
    void add_categories_ "add_categories"(const double *weights, const uint16_t *fours, double *categories)
    int matchup_of(const uint8_t *a, const uint8_t *b, int *swapped)
    void add_matchups_ "add_matchups"(const double *weights, const uint32_t *wins, const uint32_t *ties,
                      double *won, double *tied)

cdef extern from "draw.h" nogil:
    enum: DRAW_BLOCK, DRAW_GROUP, DRAW_TALLY_SIZE, HAND_CLASSES, MAX_OPPONENTS, MAX_WAYS, MOST_THROWN
    ctypedef struct draw_spot:
        int opponents
        int ways
        int most
        int live
        uint8_t card[52]
        int thrown[26]
        hand kept[26]
        const uint8_t *class_of
    ctypedef struct draw_tally:
        pass
    void add_opponent(draw_spot *s, int drew, const double *weights)
    void prepare_draw(draw_spot *s)
    void sample_draw(const draw_spot *s, uint64_t seed, uint64_t block, int64_t trials, draw_tally *total)
    int choose_throws(uint8_t *cards, int drew)
    void count_draws_ "count_draws"(hand h, const uint8_t *cards, int live, int next, int left, int64_t *categories)

cdef extern from "burraco_play.h" nogil:
    enum: B_JOKER, B_NONE, MOST_IN_MELD, MOST_MELDS, MOST_MOVES, PACKS, POT, TO_DRAW, TO_PLAY
    ctypedef struct burraco_rules:
        int natural_two, ace_high, max_wilds, wild_lock, one_set_per_rank
        int set_is_burraco, semi_clean, semi_set_exact, semi_wild_inside
        int single_pile_rediscard, pot_on_empty, close_by_discard, wild_close
        int closing_bonus, pot_penalty, unplayable_stock, turn_cap, seats
    ctypedef struct burraco_style:
        int useless_in_pile, any_pile, wild, twin, pair, neighbour, skip, own_meld, feeds, weight, late
    ctypedef struct burraco_cards:
        uint8_t jokers, size
    ctypedef struct burraco_meld:
        uint16_t places
        uint8_t is_run, kind, naturals, jokers
        uint8_t twos[4]
        int16_t points
    ctypedef struct burraco_move:
        burraco_meld after
        int16_t gain
        uint8_t to, count, wilds
        uint8_t cards[24]
    ctypedef struct burraco_search:
        const burraco_rules *rules
        burraco_cards hand
        const burraco_meld *melds
        int count, has_pot, barred, has_burraco
        burraco_move *moves
    ctypedef struct burraco_state:
        burraco_cards hand[4]
        burraco_meld melds[2][36]
        uint8_t count[2]
        uint8_t stock[108]
        uint8_t pile[108]
        uint8_t pot[2][11]
        uint8_t has_pot[2]
        uint8_t opened
        int next, end, piled, phase, actor, turn, last_turn, barred, closer
    ctypedef struct burraco_log:
        uint8_t *bytes
        int used, room
    ctypedef struct burraco_action:
        char what
        burraco_move move
    ctypedef struct burraco_unseen:
        uint8_t cards[108]
        int count
        int missing[4]
    void hold_card(burraco_cards *hand, int card)
    int points_of(int card)
    bint make_meld(const burraco_rules *r, const uint8_t *cards, int count, burraco_meld *m)
    bint extend_meld(const burraco_rules *r, const burraco_meld *m, const uint8_t *cards, int count,
                     burraco_meld *after)
    int bonus_of(const burraco_rules *r, const burraco_meld *m)
    int find_moves(burraco_search *s)
    int score_of_side(const burraco_rules *r, const burraco_state *s, int side)
    void play_out(const burraco_rules *r, const burraco_style *style, burraco_state *s, burraco_log *log)
    void try_actions(const burraco_rules *r, const burraco_style *style, const burraco_state *seen,
                     const burraco_unseen *unseen, const burraco_action *actions, int count, uint64_t seed,
                     int64_t first, int64_t deals, int32_t *ahead)

if not build_evaluator():
    raise ImportError("mazzo: the tables of the evaluator could not be built")
build_lanes_avx2()
build_combos()
build_preflop()

has_vector = bool(HAVE_AVX2_PATH and cpu_has_avx2())
block_size = BLOCK


def evaluate(cards, *, bint check=True):
    """Give the strength of 5, 6 or 7 cards, a whole number: higher is better.

    `cards` are text ("AsKsQsJsTs") or card numbers from 0 to 51; a tuple of ints is fastest. What
    cannot be read, is no card or is there twice raises `CardError`. With `check=False` a tuple or
    list of ints is not searched for cards that are there twice; its strength then means nothing.

    >>> evaluate("AsKsQsJsTs") > evaluate((0, 1, 2, 3, 50))
    True
    """
    cdef hand h = NO_CARDS
    cdef Py_ssize_t count
    cdef long card
    cdef int overflow = 0
    cdef uint64_t twice = 0
    cdef tuple items
    if type(cards) is tuple:
        items = <tuple>cards
    elif type(cards) is list:
        items = tuple(<list>cards)
    else:
        return _evaluate_with_care(cards)
    count = len(items)
    if count < 5 or count > 7:
        return _evaluate_with_care(cards)
    for item in items:
        if not PyLong_CheckExact(item):
            return _evaluate_with_care(cards)
        card = PyLong_AsLongAndOverflow(item, &overflow)  # -1 if it overflows
        if card < 0 or card > 51:
            return _evaluate_with_care(cards)
        twice |= h.suited & SUITED[card]
        h = add_card(h, <uint8_t>card)
    if twice and check:
        return _evaluate_with_care(cards)
    return strength_of(h, <int>count)


cdef _evaluate_with_care(cards):
    """The way of all that is not a tuple or list of good ints: read it, or say what is wrong."""
    from mazzo.cards import CardError, count_cards, to_cards

    numbers = to_cards(cards)
    if not 5 <= len(numbers) <= 7:
        raise CardError(f"{count_cards(numbers)} given; a hand to evaluate has 5, 6 or 7")
    return evaluate(numbers)


def evaluate_rows(const uint8_t[:, ::1] rows, uint16_t[::1] out, *, bint check, bint vector):
    """Fill out with the strengths of rows; the index of the first bad row, or -1."""
    cdef int cards = <int>rows.shape[1]
    cdef int64_t count = rows.shape[0], bad = -1
    _require(5 <= rows.shape[1] <= 7 and out.shape[0] >= count, "rows of 5 to 7 cards, a place in out for each")
    if count == 0:
        return -1
    with nogil:
        if vector:
            bad = evaluate_rows_avx2(&rows[0, 0], cards, count, check, &out[0])
        else:
            bad = evaluate_rows_plain(&rows[0, 0], cards, count, check, &out[0])
    return bad


def count_strengths(int cards):
    """How many hands of 5, 6 or 7 cards have each strength: uint64 (65536,)."""
    _require(5 <= cards <= 7, "hands of 5, 6 or 7 cards")
    counts = np.zeros(1 << 16, dtype=np.uint64)
    cdef uint64_t[::1] view = counts
    with nogil:
        count_all_from(cards, cards, 0, NO_CARDS, &view[0])
    return counts


cdef class Spot:
    """Players, board and dead cards as the kernels take them.

    hands holds for each player a uint8 (n, 2), or None for any two cards; weights a float64 (n,)
    likewise. taken is the bits of all cards that nobody draws: the board, the dead, and the hand
    of a player who has just one. Ranges are drawn together, or in turn if that is an order of the
    players. Every tally is a float64 (tally_size,); see spot.h.
    """

    cdef spot c
    cdef plan how
    cdef volatile int stopped
    cdef list arrays  # what c points into

    def __cinit__(self, list hands, list weights, board, uint64_t taken, *, in_turn=None):
        cdef const uint8_t[:, ::1] cards
        cdef const double[::1] weight
        cdef uint32_t[::1] keep
        cdef uint16_t[::1] other
        cdef int player, missing = 5 - <int>len(board)
        _require(len(hands) == len(weights) <= MAX_PLAYERS and missing >= 0, "up to 10 players and 5 cards")
        _require(taken >> 52 == 0 and all(0 <= card < 52 and taken >> card & 1 for card in board), "board is taken")
        self.arrays = []
        self.c.players = <int>len(hands)
        self.c.board_cards = <int>len(board)
        self.c.taken = taken
        for i, card in enumerate(board):
            self.c.board[i] = card
        needed = missing
        for player in range(self.c.players):
            if hands[player] is None:
                needed += 2
                continue
            cards, weight = hands[player], weights[player]
            _require(cards.shape[1] == 2 and 0 < cards.shape[0] == weight.shape[0] <= COMBOS, "two cards and a weight")
            _require(np.max(hands[player]) < 52, "cards from 0 to 51")
            keep = np.empty(len(weight), dtype=np.uint32)
            other = np.empty(len(weight), dtype=np.uint16)
            build_alias(&weight[0], <int>weight.shape[0], &keep[0], &other[0])
            self.arrays.append((cards, weight, keep, other))
            self.c.holdings[player] = holding(
                <int>weight.shape[0], &cards[0, 0], &weight[0], np.sum(weight), &keep[0], &other[0])
            needed += 2 if weight.shape[0] > 1 else 0
        _require(52 - taken.bit_count() >= needed, "enough cards for all")
        self.how.in_turn = in_turn is not None
        for player in range(self.c.players) if in_turn is None else in_turn:
            _require(0 <= player < self.c.players and self.how.count < MAX_PLAYERS, "an order of the players")
            if self.c.holdings[player].count > 1:
                self.how.player[self.how.count] = player
                self.how.count += 1

    @property
    def hand_units(self):
        """How many run-outs `enumerate_hands` numbers."""
        return runout_units(&self.c, walked_for_hands(&self.c))

    @property
    def range_units(self):
        """How many run-outs the two ways to enumerate ranges number."""
        return runout_units(&self.c, walked_for_ranges(&self.c))

    def stop(self):
        """End what is being enumerated, for good; its counts are then of no use."""
        self.stopped = 1

    def count_deals_apart(self, uint64_t seed, int64_t tries):
        """How many of `tries` independent draws from the ranges do not clash."""
        cdef int64_t dealt
        self._require_hands()
        with nogil:
            dealt = count_deals_apart(&self.c, &self.how, seed, tries)
        return dealt

    def sample(self, uint64_t seed, uint64_t block, int64_t trials, double[::1] total,
               double[:, ::1] by_hand=None, *, bint vector):
        """Add `trials` random deals to total, in blocks of block_size from number `block` on.

        Ranges that are drawn together must not always clash: try count_deals_apart first.
        """
        cdef double *hands = NULL
        self._require_hands()
        self._require_total(total)
        if by_hand is not None:
            _require(by_hand.shape[0] >= max(self.c.holdings[0].count, 1) and by_hand.shape[1] == HAND_SUMS,
                     "sums for each hand of the first player")
            hands = &by_hand[0, 0]
        with nogil:
            if vector:
                sample_avx2(&self.c, &self.how, seed, block, trials, <tally *>&total[0], hands)
            else:
                sample_plain(&self.c, &self.how, seed, block, trials, <tally *>&total[0], hands)

    def enumerate_hands(self, int64_t first, int64_t last, double[::1] total):
        """Add the run-outs first to last of players with one hand each."""
        self._require_hands()
        self._require_total(total)
        _require(self.how.count == 0 and all(self.c.holdings[i].count == 1 for i in range(self.c.players)), "one hand each")
        with nogil:
            enumerate_hands(&self.c, first, last, <tally *>&total[0])

    def enumerate_ranges(self, int64_t first, int64_t last, double[::1] total):
        """Add the run-outs first to last, every combination of hands on each."""
        cdef bint ready
        self._require_hands()
        self._require_total(total)
        with nogil:
            ready = enumerate_ranges(&self.c, first, last, &self.stopped, <tally *>&total[0])
        if not ready:
            raise MemoryError

    def enumerate_two_ranges(self, int64_t first, int64_t last, const double[:, ::1] weights, double[::1] total,
                             double[::1] by_hand=None):
        """Add the run-outs first to last of two ranges, weights float64 (2, 1326) by combination.

        by_hand, float64 (2652,), is the wins and then the ties of the first player's hands, in weight of the second's.
        """
        cdef bint ready
        cdef double *hands = NULL
        _require_pair(weights)
        self._require_total(total)
        if by_hand is not None:
            _require(by_hand.shape[0] >= 2 * COMBOS, "by_hand of 2652")
            hands = &by_hand[0]
        with nogil:
            ready = enumerate_two_ranges(&self.c, first, last, &weights[0, 0], <tally *>&total[0], hands)
        if not ready:
            raise MemoryError

    cdef _require_hands(self):
        _require(self.c.players > 0, "a player at least")

    cdef _require_total(self, double[::1] total):
        _require(total.shape[0] >= TALLY_SIZE, "a total of tally_size")


cdef _require(bint met, str what):
    if not met:
        raise ValueError(f"the kernels need {what}")


cdef _require_pair(const double[:, ::1] weights):
    _require(weights.shape[0] == 2 and weights.shape[1] == COMBOS, "weights of two ranges, (2, 1326)")


tally_size = TALLY_SIZE
hand_sums = HAND_SUMS
max_players = MAX_PLAYERS
categories = CATEGORIES

matchup_count = MATCHUPS
four_cards_count = FOUR_CARDS


def matchup(const uint8_t[::1] first, const uint8_t[::1] second):
    """The number of two hands in the preflop table, and whether it holds the second one first.

    Each hand is two cards, the higher first.
    """
    cdef int swapped
    _require(len(first) == len(second) == 2, "two cards a hand")
    number = matchup_of(&first[0], &second[0], &swapped)
    return number, bool(swapped)


def add_matchups(const double[:, ::1] weights, const uint32_t[::1] wins, const uint32_t[::1] ties,
                 double[::1] won, double[::1] tied):
    """Add all boards of two ranges before the flop from the preflop table, by hand of the first."""
    _require_pair(weights)
    _require(len(wins) == len(ties) == MATCHUPS and len(won) == len(tied) == COMBOS, "whole tables")
    with nogil:
        add_matchups_(&weights[0, 0], &wins[0], &ties[0], &won[0], &tied[0])


def four_cards(const uint8_t[::1] first, const uint8_t[::1] second):
    """The number of the four cards of two hands in the table of categories."""
    _require(len(first) == len(second) == 2, "two cards a hand")
    return four_cards_of(&first[0], &second[0])


def add_categories(const double[:, ::1] weights, const uint16_t[:, ::1] fours, double[::1] categories):
    """Add the boards before the flop on which the first of two ranges ends with each category."""
    _require_pair(weights)
    _require(fours.shape[0] == FOUR_CARDS and fours.shape[1] == CATEGORIES == len(categories), "a whole table")
    with nogil:
        add_categories_(&weights[0, 0], &fours[0, 0], &categories[0])


cdef class DrawSpot:
    """A hand of five-card draw and its opponents as the kernel takes them.

    ways are of cards to throw, a bit for each of the five of hand; live the cards that are in nobody's
    sight. For each opponent weights has a row, float64 (opponents, 64) by class, and drew how many cards
    it throws, -1 if that is not known. class_of is the class of a hand by its strength, uint8 (65536,).
    A tally is a float64 (draw_tally_size,); see draw.h.
    """

    cdef draw_spot c
    cdef const uint8_t[::1] class_of  # what c points into

    def __cinit__(self, const uint8_t[::1] hand, list ways, const uint8_t[::1] live, list drew,
                  const double[:, ::1] weights, const uint8_t[::1] class_of):
        cdef int i, j, needed
        _require(len(hand) == 5 and np.max(hand) < 52, "a hand of five cards")
        _require(0 < len(ways) <= MAX_WAYS, "a way to throw at least, and 26 at most")
        _require(0 < len(drew) == weights.shape[0] <= MAX_OPPONENTS and weights.shape[1] == HAND_CLASSES,
                 "1 to 5 opponents, and weights (opponents, 64)")
        _require(len(class_of) == 1 << 16 and np.max(class_of) < HAND_CLASSES, "a class for each strength")
        self.c.ways = <int>len(ways)
        for i, way in enumerate(ways):
            _require(0 <= way < 32 and way.bit_count() <= MOST_THROWN, "ways to throw up to three of five cards")
            self.c.thrown[i] = way.bit_count()
            self.c.most = max(self.c.most, self.c.thrown[i])
            for j in range(5):
                if not way >> j & 1:
                    self.c.kept[i] = add_card(self.c.kept[i], hand[j])
        needed = self.c.most
        for i, number in enumerate(drew):
            _require(-1 <= number <= MOST_THROWN, "opponents that throw 0 to 3 cards, or -1")
            needed += 5 + (number if number >= 0 else MOST_THROWN)
            add_opponent(&self.c, number, &weights[i, 0])
        _require(needed <= len(live) <= 47 and np.max(live) < 52, "enough cards for all")
        self.c.live = <int>len(live)
        for i in range(self.c.live):
            self.c.card[i] = live[i]
        self.class_of = class_of
        self.c.class_of = &class_of[0]
        prepare_draw(&self.c)

    def sample(self, uint64_t seed, uint64_t block, int64_t trials, double[::1] total):
        """Add `trials` random deals to total, in blocks of draw_block from number `block` on."""
        _require(self.c.opponents > 0, "an opponent at least")
        _require(total.shape[0] >= DRAW_TALLY_SIZE, "a total of draw_tally_size")
        with nogil:
            sample_draw(&self.c, seed, block, trials, <draw_tally *>&total[0])


draw_block = DRAW_BLOCK
draw_group = DRAW_GROUP
draw_tally_size = DRAW_TALLY_SIZE
hand_classes = HAND_CLASSES
max_opponents = MAX_OPPONENTS
max_ways = MAX_WAYS
most_thrown = MOST_THROWN


def usual_throw(const uint8_t[::1] hand, int drew):
    """The cards that a hand is taken to throw: `drew` of them, or its usual number if that is -1."""
    cdef uint8_t cards[5]
    cdef int i
    _require(len(hand) == 5 and np.max(hand) < 52 and -1 <= drew <= MOST_THROWN, "five cards, -1 to 3 thrown")
    for i in range(5):
        cards[i] = hand[i]
    return [cards[i] for i in range(choose_throws(cards, drew))]


def count_draws(const uint8_t[::1] kept, const uint8_t[::1] live, int64_t[::1] categories):
    """Add to categories, int64 (9,), every way to fill kept up to five cards with live ones."""
    cdef hand h = NO_CARDS
    cdef int i, missing = 5 - <int>len(kept)
    _require(0 <= missing <= len(live) <= 52 and len(categories) == CATEGORIES, "up to five cards, and enough live")
    _require(np.all(np.asarray(kept) < 52) and np.all(np.asarray(live) < 52), "cards from 0 to 51")
    for i in range(5 - missing):
        h = add_card(h, kept[i])
    with nogil:
        count_draws_(h, &live[0] if len(live) else NULL, <int>len(live), 0, missing, &categories[0])


# ---- Burraco ----


cdef class BurracoGame:
    """The rules of a game of Burraco as the kernels take them, and the style in which they play it.

    `rules` and `style` give the settings by the names that the C structs have.
    """

    cdef burraco_rules rules
    cdef burraco_style style

    def __cinit__(self, dict rules, dict style):
        self.rules = rules
        self.style = style
        _require(self.rules.seats in (2, 4) and self.rules.turn_cap > 0, "2 or 4 seats, and a turn at least")

    def search(self, tuple hand, tuple melds, bint has_pot, barred):
        """What a hand can lay: tuples of the meld's number, the cards, what it adds to the score, and its wilds."""
        cdef burraco_meld table[MOST_MELDS]
        cdef burraco_move moves[MOST_MOVES]
        cdef burraco_search s
        cdef int i
        s.rules = &self.rules
        s.moves = moves
        s.melds = table
        _read_cards(&s.hand, hand)
        s.count = _read_melds(table, melds)
        s.has_pot = has_pot
        s.barred = B_NONE if barred is None else barred
        s.has_burraco = False
        for i in range(s.count):
            s.has_burraco |= bonus_of(&self.rules, &table[i]) > 0
        return [(moves[i].to, _cards_of(&moves[i]), moves[i].gain, moves[i].wilds) for i in range(find_moves(&s))]

    def make(self, tuple cards, before=None):
        """What cards make, alone or added to a meld: its naturals and wilds, points and bonus; None if nothing."""
        cdef burraco_meld old, new
        cdef uint8_t bytes_[MOST_IN_MELD]
        cdef bint fits
        cdef int count = _read_bytes(bytes_, cards, MOST_IN_MELD)
        if before is None:
            fits = make_meld(&self.rules, bytes_, count, &new)
        else:
            _read_meld(&old, before)
            fits = extend_meld(&self.rules, &old, bytes_, count, &new)
        if not fits:
            return None
        wilds = new.jokers + new.twos[0] + new.twos[1] + new.twos[2] + new.twos[3]
        return new.naturals, wilds, new.places, new.points, bonus_of(&self.rules, &new)


cdef class BurracoHand:
    """A hand of Burraco in progress, as a state has it or as a seat sees it.

    `hands` are the cards of each seat that are known, `missing` how many each has beside them, `unseen` where
    those come from: then `pots` say only whether they are there. `phase` is "draw" or "play".
    """

    cdef BurracoGame game
    cdef burraco_state c
    cdef burraco_unseen unseen

    def __cinit__(self, BurracoGame game, *, tuple hands, tuple melds, tuple pots, tuple pile, tuple stock=(),
                  tuple missing=(0, 0, 0, 0), tuple unseen=(), opened=(), int actor, str phase, int turn,
                  bint last_turn, barred):
        cdef int i, needed
        self.game = game
        _require(len(hands) == game.rules.seats and 0 <= actor < game.rules.seats, "a hand for each seat")
        _require(len(melds) == len(pots) == 2 and phase in ("draw", "play"), "two sides, and a turn in progress")
        for i, hand in enumerate(hands):
            _read_cards(&self.c.hand[i], hand)
        for i in range(2):
            self.c.count[i] = _read_melds(self.c.melds[i], melds[i])
            self.c.has_pot[i] = not pots[i]
            if pots[i] and not unseen:
                _require(_read_bytes(self.c.pot[i], pots[i], POT) == POT, "pots of eleven cards")
        self.c.piled = _read_bytes(self.c.pile, pile, PACKS)
        self.c.end = _read_bytes(self.c.stock, stock, PACKS)
        self.unseen.count = _read_bytes(self.unseen.cards, unseen, PACKS)
        needed = POT * ((not self.c.has_pot[0]) + (not self.c.has_pot[1])) if unseen else 0
        for i in range(game.rules.seats):
            self.unseen.missing[i] = missing[i]
            needed += missing[i]
        _require(needed <= self.unseen.count, "enough cards that are not seen")
        for i in opened:
            self.c.opened |= 1 << i
        self.c.actor = actor
        self.c.phase = TO_DRAW if phase == "draw" else TO_PLAY
        _require(phase == "play" or self.c.end > 0 or self.unseen.count > needed, "a card to draw")
        self.c.turn = turn
        self.c.last_turn = last_turn
        self.c.barred = B_NONE if barred is None else barred
        self.c.closer = B_NONE

    def play_out(self):
        """Play to the end: the scores of both sides, and what was done: (letter, meld, cards) each."""
        cdef burraco_state s = self.c
        cdef burraco_log log
        room = np.zeros(1 << 16, np.uint8)
        cdef uint8_t[::1] bytes_ = room
        cdef int at = 0
        log.bytes, log.used, log.room = &bytes_[0], 0, <int>len(bytes_)
        with nogil:
            play_out(&self.game.rules, &self.game.style, &s, &log)
        done = []
        while at < log.used:
            done.append((chr(bytes_[at]), bytes_[at + 1], tuple(bytes(bytes_[at + 3:at + 3 + bytes_[at + 2]]))))
            at += 3 + bytes_[at + 2]
        return [score_of_side(&self.game.rules, &s, side) for side in range(2)], done

    def try_actions(self, list actions, uint64_t seed, int64_t first, int32_t[:, ::1] ahead):
        """Fill ahead, int32 (deals, actions): by how much the actor's side ends ahead after each action, (letter,
        meld, cards), in as many deals of what is not seen, from number `first` on."""
        cdef burraco_action[MOST_MOVES] tried
        cdef int count = <int>len(actions)
        cdef int64_t deals = ahead.shape[0]
        _require(0 < count == ahead.shape[1] <= MOST_MOVES and deals > 0, "ahead of shape (deals, actions)")
        for i, (what, to, cards) in enumerate(actions):
            self._read_action(&tried[i], what, to, cards)
        with nogil:
            try_actions(&self.game.rules, &self.game.style, &self.c, &self.unseen, tried, count, seed, first, deals,
                        &ahead[0, 0])

    cdef _read_action(self, burraco_action *action, str what, int to, tuple cards):
        cdef burraco_move *move = &action.move
        cdef int side = self.c.actor & 1
        cdef bint fits = True
        _require(what in "DTPLX", "an action that there is")
        action.what = ord(what)
        move.to = to
        move.count = _read_bytes(move.cards, cards, MOST_IN_MELD)
        if what == "L":
            _require(0 <= to <= self.c.count[side] < MOST_MELDS, "a meld of the side")
            if to < self.c.count[side]:
                fits = extend_meld(&self.game.rules, &self.c.melds[side][to], move.cards, move.count, &move.after)
            else:
                fits = make_meld(&self.game.rules, move.cards, move.count, &move.after)
        _require(fits and (what != "X" or move.count == 1), "cards that fit")


cdef _cards_of(const burraco_move *move):
    cdef int i
    return tuple([move.cards[i] for i in range(move.count)])


cdef int _read_bytes(uint8_t *into, tuple cards, int most) except -1:
    cdef int i, card
    _require(len(cards) <= most, "no more cards than there are")
    for i in range(len(cards)):
        card = cards[i]
        _require(0 <= card <= B_JOKER, "cards from 0 to 52")
        into[i] = card
    return <int>len(cards)


cdef int _read_cards(burraco_cards *hand, tuple cards) except -1:
    cdef uint8_t into[PACKS]
    cdef int i, count = _read_bytes(into, cards, PACKS)
    memset(hand, 0, sizeof(burraco_cards))
    for i in range(count):
        hold_card(hand, into[i])
    return count


cdef int _read_melds(burraco_meld *into, tuple melds) except -1:
    cdef int i
    _require(len(melds) <= MOST_MELDS, "no more melds than 108 cards make")
    for i in range(len(melds)):
        _read_meld(&into[i], melds[i])
    return <int>len(melds)


cdef _read_meld(burraco_meld *into, meld):
    cdef tuple cards = meld.cards, wilds = meld.wilds
    cdef int i, card, low = meld.low
    _require(0 <= low and low + len(cards) <= 15 if low else 3 <= len(cards) <= MOST_IN_MELD, "a meld")
    memset(into, 0, sizeof(burraco_meld))
    into.is_run = low > 0
    for i in range(len(cards)):
        card = cards[i]
        _require(0 <= card <= B_JOKER, "cards from 0 to 52")
        into.points += points_of(card)
        if i not in wilds:
            into.naturals += 1
            into.kind = card & 3 if low else (card >> 2) + 2
            if low:
                into.places |= 1 << (low + i)
        elif card == B_JOKER:
            into.jokers += 1
        else:
            into.twos[card & 3] += 1
