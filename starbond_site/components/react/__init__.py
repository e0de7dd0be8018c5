"""React components of our own."""

import reflex as rx

# Linked into the frontend, where several components import it. Reflex links a shared asset below the name of the
# calling module: called from here, the file stands beside the folders of the components, as in the source.
rx.asset("dates.jsx", shared=True)
rx.asset("digits.jsx", shared=True)
