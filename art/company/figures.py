"""The figures that stand for this company's people."""

from art.figures import Figure

GREY, WHITE, BLACK, BROWN = "#8B8A8C", "#D9D6D0", "#1F1C1E", "#3A2A22"
FIGURES = {
    "chairman": Figure("#B9825A", "receding", WHITE, "suit", "#1F2A47", "#B3122C", "moustache", True),
    "managing-director": Figure("#B27D55", "bun", BLACK, "saree", "#9A2F3F", "#E2B23B"),
    "nominee-director-one": Figure("#8E5C3B", "short", GREY, "panjabi", "#D9CFB8", "#B98A2F", "full"),
    "nominee-director-two": Figure("#A97349", "covered", BLACK, "scarf", "#4E6E7E"),
    "nominee-director-three": Figure("#C08F68", "bald", GREY, "suit", "#4A3B32", "#0E7C7B", "short", True),
    "independent-director": Figure("#BF8D66", "long", BLACK, "saree", "#1D5B5A", "#E7C56B", glasses=True),
    "chief-financial-officer": Figure("#BB875F", "short", BLACK, "suit", "#26343C", "#D9822B", glasses=True),
    "company-secretary": Figure("#B98660", "covered", BLACK, "scarf", "#8C6A8E"),
    "head-of-business": Figure("#9C6743", "curly", BLACK, "shirt", "#4F6E8C"),
    "head-of-marketing": Figure("#AD774F", "long", BROWN, "saree", "#5A3E6B", "#D9B24A"),
    "head-of-production": Figure("#B07A52", "short", BROWN, "panjabi", "#2F5D4A", "#E2B23B", "moustache"),
    "legal-advisor": Figure("#AD774F", "long", BLACK, "suit", "#2B3350", "#C9CED6"),
}
"""One for each person of ``people.toml``, by id."""
