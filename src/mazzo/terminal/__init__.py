"""The faces of the games in a terminal: how a view is shown, and what typed text means."""
