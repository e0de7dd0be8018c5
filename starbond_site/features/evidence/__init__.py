"""Evidence packs: one ZIP that shows what was published and what was recorded of it (docs/evidence.md)."""
