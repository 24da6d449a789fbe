"""Tables over HTTP and WebSocket: lobby, seats, clocks, storage, and computer players as guests."""
