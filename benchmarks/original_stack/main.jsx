import "bootstrap/dist/css/bootstrap.min.css";
import "react-multi-carousel/lib/styles.css";
import { initializeApp } from "firebase/app";
import { getDatabase, goOffline, onValue, ref } from "firebase/database";
import { getDownloadURL, getStorage, ref as file, uploadBytes } from "firebase/storage";
import { useEffect, useState } from "react";
import { Card, Carousel, Container, Form, Nav, Navbar, NavDropdown } from "react-bootstrap";
import { createRoot } from "react-dom/client";
import ReactImageMagnify from "react-image-magnify";
import MultiCarousel from "react-multi-carousel";
import { BrowserRouter, Link, Route, Routes } from "react-router-dom";
import content from "./content.json";

/*
 * A home page with the libraries of the original site, built the way their documentation shows: one bundle, pictures as they are,
 * drawn in the browser. What it says and shows is ours, so that only the stacks differ.
 */
const app = initializeApp({ projectId: "none", databaseURL: "http://localhost:9", storageBucket: "none" });
const database = getDatabase(app);
// Nothing leaves the machine, and nobody waits for an answer: the original pays for its connection on top.
goOffline(database);
const RESPONSIVE = {
  desktop: { breakpoint: { max: 4000, min: 992 }, items: 4 },
  tablet: { breakpoint: { max: 992, min: 576 }, items: 2 },
  mobile: { breakpoint: { max: 576, min: 0 }, items: 1 },
};

function Header() {
  const [line, setLine] = useState("");
  useEffect(() => onValue(ref(database, "Financial"), (value) => setLine(value.val()?.text ?? "")), []);
  return (
    <Navbar expand="lg">
      <Container>
        <Navbar.Brand as={Link} to="/">
          {content.name} {line}
        </Navbar.Brand>
        <Navbar.Toggle />
        <Navbar.Collapse>
          <Nav>
            {content.groups.map((group) => (
              <NavDropdown key={group.title} title={group.title}>
                {group.links.map((link) => (
                  <NavDropdown.Item key={link.title} as={Link} to={link.href}>
                    {link.title}
                  </NavDropdown.Item>
                ))}
              </NavDropdown>
            ))}
          </Nav>
        </Navbar.Collapse>
      </Container>
    </Navbar>
  );
}

function Home() {
  return (
    <main>
      <Carousel>
        {content.slides.map((slide) => (
          <Carousel.Item key={slide.src}>
            <img className="d-block w-100" src={slide.src} alt={slide.title} />
            <Carousel.Caption>
              <h2>{slide.title}</h2>
            </Carousel.Caption>
          </Carousel.Item>
        ))}
      </Carousel>
      <Container>
        <MultiCarousel responsive={RESPONSIVE} infinite>
          {content.brands.map((brand) => (
            <Card key={brand.title}>
              <Card.Img src={brand.src} alt={brand.title} />
              <Card.Body>{brand.title}</Card.Body>
            </Card>
          ))}
        </MultiCarousel>
        <MultiCarousel responsive={RESPONSIVE} infinite>
          {content.news.map((item) => (
            <Card key={item.title}>
              <Card.Body>
                <Card.Title>{item.title}</Card.Title>
                <Card.Text>{item.text}</Card.Text>
              </Card.Body>
            </Card>
          ))}
        </MultiCarousel>
      </Container>
    </main>
  );
}

/** The other pages are part of the one bundle; these two stand for them. */
function Product() {
  const src = content.slides[0].src;
  return (
    <ReactImageMagnify
      smallImage={{ alt: "", isFluidWidth: true, src }}
      largeImage={{ src, width: 1920, height: 1080 }}
    />
  );
}

function Upload() {
  const send = async (event) => {
    const given = event.target.files[0];
    const kept = await uploadBytes(file(getStorage(app), given.name), given);
    return getDownloadURL(kept.ref);
  };
  return <Form.Control type="file" aria-label="File" onChange={send} />;
}

createRoot(document.getElementById("root")).render(
  <BrowserRouter>
    <Header />
    <Routes>
      <Route path="/" element={<Home />} />
      <Route path="/product" element={<Product />} />
      <Route path="/upload" element={<Upload />} />
    </Routes>
  </BrowserRouter>,
);
