"""React components of our own."""

from starbond_site.reflex_adapter.assets import asset

# Linked into the frontend, where several components import it. Reflex links a shared asset below the name of the
# calling module: called from here, the file stands beside the folders of the components, as in the source.
asset("dates.jsx", shared=True)
asset("digits.jsx", shared=True)
asset("opener.jsx", shared=True)
