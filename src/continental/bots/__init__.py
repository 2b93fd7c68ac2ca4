"""Bots: each sees what its seat may see, is offered what its seat is offered, and answers with one act."""
