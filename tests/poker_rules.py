"""The rules that each promise about hands is tested for, with Omaha as a value of its own."""

from mazzo.poker import casual_holdem, fixed_limit_draw, fixed_limit_holdem, no_limit_holdem, pot_limit_omaha

RULES = {
    "no limit": no_limit_holdem((1, 2)),
    "no limit, antes": no_limit_holdem((1, 2), 1),
    "no limit, big blind antes": no_limit_holdem((1, 2), 2, big_blind_antes=True),
    "no limit, straddle": no_limit_holdem((1, 2), straddle=4),
    "casual": casual_holdem((1, 2)),
    "fixed limit": fixed_limit_holdem((1, 2), (2, 4)),
    "draw": fixed_limit_draw(1, (2, 4)),
    "omaha": pot_limit_omaha((1, 2)),
}
