"""Scenes of the home page, brands and news, built and rendered with Blender."""
