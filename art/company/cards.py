"""The packs on the card of each brand."""

CARDS = {
    "star-bond": (
        ("synthetic-resin-adhesive", "2-kg"),
        ("wood-preservative", "1-ltr"),
        ("spray-paint", "400-ml"),
        ("synthetic-resin-adhesive", "250-g"),
        ("super-glue", "40-gm"),
        ("silica-sealant", "300-gm"),
    ),
    "gumking": (
        ("gumking-synthetic-resin", "2-kg"),
        ("gumking-synthetic-rubber", "2-ltr"),
        ("gumking-synthetic-resin", "500-gm"),
        ("gumking-synthetic-rubber", "500-ml"),
        ("gumking-synthetic-resin", "250-gm"),
    ),
    "star-king": (
        ("synthetic-rubber-adhesive", "2-ltr"),
        ("pu-hardener", "1-ltr"),
        ("pur-adhesive", "500-ml"),
        ("synthetic-rubber-adhesive", "500-ml"),
        ("pur-adhesive", "250-ml"),
    ),
    "cyclon": (
        ("synthetic-distemper-adhesive", "1-kg"),
        ("upvc-solvent-cement", "500-ml"),
        ("synthetic-distemper-adhesive", "500-gm"),
        ("upvc-solvent-cement", "100-ml"),
        ("synthetic-distemper-adhesive", "250-gm"),
    ),
}
"""Product and size of the packs on a brand's card, from left to right."""
