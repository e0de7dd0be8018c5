"""What to do in an accident with a product: first aid, whom to call, and the hazards that its texts state."""
