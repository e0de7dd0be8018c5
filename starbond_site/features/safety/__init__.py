"""What to do in an accident with a product: first aid, numbers to call, hazards and cautions."""
