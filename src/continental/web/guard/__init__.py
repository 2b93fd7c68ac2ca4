"""Who asks, and how much of the server one address may use: sessions, limits, pace and shares."""
