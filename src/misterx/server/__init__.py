"""Tables over HTTP and WebSocket: lobby, seats, clocks, storage, computer players in workers."""
