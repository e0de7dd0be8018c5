"""Scenes of this company's slides and news; a module each, built in Blender."""
