"""What belongs to this company alone: packs, scenes, marks, compositions; the engine in ``art/`` holds none."""
