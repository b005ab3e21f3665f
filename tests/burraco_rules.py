"""The rules that each promise about hands of Burraco is tested for: both rule sets, and settings changed."""

from mazzo.burraco import article, official

RULES = {
    "article": article(),
    "official": official(),
    "official, pairs": official(players=4),
    "official, closed by a meld": official(close_by="meld", unplayable_stock=0),
    "official, milder": official(
        semi_wild_inside=True, semi_set_exact=False, wild_close=True, single_pile_rediscard=True, wild_lock=False
    ),
    "article, the only card of the pile stays": article(single_pile_rediscard=False, pot_penalty=50),
    "official, short": official(players=4, turn_cap=14, step_cap=30),
}
