"""What belongs to this company alone: packs, scenes, marks, compositions, figures; the engine in ``art/`` holds none."""
