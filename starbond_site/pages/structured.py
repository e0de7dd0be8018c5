"""Structured data for search engines (JSON-LD, schema.org): company, products, breadcrumbs, news."""

from collections.abc import Sequence
from typing import Any

from starbond_site.content import Site
from starbond_site.content.models import NewsItem, Product
from starbond_site.content.pictures import picture
from starbond_site.presentation.products.facts import how_to
from starbond_site.shared.settings import settings

StructuredData = dict[str, Any]


def organization(site: Site) -> StructuredData:
    company = site.company
    return {
        "@type": "Organization",
        "@id": f"{settings().public_url}/#organization",
        "name": company.name,
        "legalName": company.legal_name,
        "url": f"{settings().public_url}/",
        "logo": f"{settings().public_url}/icon-512.png",
        "email": company.email,
        "telephone": company.sales_phone.dial,
        "sameAs": [profile.url for profile in company.social],
        "address": [
            {"@type": "PostalAddress", "streetAddress": ", ".join(office.lines), "addressCountry": company.country}
            for office in company.offices
        ],
    }


def breadcrumb(site: Site, item: Product) -> StructuredData:
    """Return the breadcrumb of a product, the same as on its page."""
    overview, brand = site.address("/Products"), site.brand(item.brand)
    trail = [
        (site.page("/Products").title, overview),
        (brand.name, f"{overview}#{brand.id}"),
        (item.name, site.address(item.path)),
    ]
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": place, "name": name, "item": settings().public_url + address}
            for place, (name, address) in enumerate(trail, start=1)
        ],
    }


def product(site: Site, item: Product) -> list[StructuredData]:
    """Return a product with its breadcrumb and the steps of its use, without offers and ratings: there are none."""
    folder = f"products/{item.id}"
    pictures = [f"{folder}/{size.id}-front" for size in item.sizes[:3]]
    return [
        {
            "@type": "Product",
            "name": item.name,
            "description": item.description,
            "brand": {"@type": "Brand", "name": site.brand(item.brand).name},
            "manufacturer": {
                "@type": "Organization",
                "@id": f"{settings().public_url}/#organization",
                "name": site.company.name,
            },
            **_images(pictures),
            "size": [size.label for size in item.sizes],
        },
        breadcrumb(site, item),
        *([how_to(site, item)] if item.steps else []),
    ]


def news(site: Site, items: Sequence[NewsItem]) -> list[StructuredData]:
    return [
        {
            "@type": "NewsArticle",
            "headline": item.title,
            "url": settings().public_url + site.address(item.path),
            "datePublished": item.date.isoformat(),
            "description": item.summary,
            **_images([f"news/{item.id}"]),
            "author": {"@id": f"{settings().public_url}/#organization"},
            "publisher": {"@id": f"{settings().public_url}/#organization"},
        }
        for item in items
    ]


def _images(names: Sequence[str]) -> StructuredData:
    """Return the pictures that exist; a placeholder is none."""
    shown = [picture(name) for name in names]
    taken = [settings().public_url + item.fallback.path for item in shown if not item.drawn]
    return {"image": taken} if taken else {}
