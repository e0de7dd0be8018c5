"""The site that shows the React components."""
