import { useEffect, useId, useRef, useState } from "react";
import { fill, inDigits } from "../digits.jsx";
import { bestPacks, numberOf } from "./combination.jsx";

const KNOWN = "amount";

/**
 * Says how many packs of a product a job takes: for an amount, or for a job whose dose the product's text states. For other
 * jobs it says that no text states it, and leads to WhatsApp with product, size and question.
 */
export function Packs({ product, whatsapp, digits, labels, anchor }) {
  const [isOpen, setOpen] = useState(false);
  const details = useRef(null);
  useEffect(() => {
    // A link that names the section opens it.
    if (anchor && location.hash === `#${anchor}`) details.current.open = true;
    // It may have been opened before this ran.
    setOpen(details.current.open);
  }, []);
  return (
    <details ref={details} id={anchor || undefined} className="packs" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="packs__summary">{labels.heading}</summary>
      {isOpen && <Calculator {...{ product, whatsapp, digits, labels }} />}
    </details>
  );
}

function Calculator({ product, whatsapp, digits, labels }) {
  const id = useId();
  const sourced = (job) => product.doses.some((dose) => dose.job === job.id);
  const jobs = [...product.jobs.filter(sourced), { id: KNOWN, label: labels.amount_known }, ...product.jobs.filter((job) => !sourced(job))];
  const units = unitsOf(product.packs);
  const [job, setJob] = useState(jobs[0].id);
  const [unit, setUnit] = useState(presetOf(units, product.packs[0]).name);
  const [text, setText] = useState("");
  const chosen = jobs.find((each) => each.id === job);
  return (
    <div className="packs__body">
      <div className="packs__fields">
        {jobs.length > 1 && (
          <Field id={`${id}-job`} label={labels.job}>
            <select id={`${id}-job`} className="select" value={job} onChange={(event) => setJob(event.target.value)}>
              {jobs.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.label}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Field id={`${id}-number`} label={labels.amount}>
          <span className="packs__amount">
            <input
              id={`${id}-number`}
              className="input"
              inputMode="decimal"
              autoComplete="off"
              maxLength={9}
              aria-describedby={job === KNOWN ? undefined : `${id}-unit`}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            {job === KNOWN ? (
              <select aria-label={labels.amount_in} className="select" value={unit} onChange={(event) => setUnit(event.target.value)}>
                {units.map((each) => (
                  <option key={each.name} value={each.name}>
                    {labels[`unit_${each.name}`]}
                  </option>
                ))}
              </select>
            ) : (
              <span id={`${id}-unit`}>{chosen.unit}</span>
            )}
          </span>
        </Field>
      </div>
      <div role="status" className="packs__answer">
        <Answer {...{ product, whatsapp, digits, labels, job: chosen, unit: units.find((each) => each.name === unit), text }} />
      </div>
    </div>
  );
}

function Field({ id, label, children }) {
  return (
    <div>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  );
}

function Answer({ product, whatsapp, digits, labels, job, unit, text }) {
  if (!text.trim()) return <p>{labels.enter}</p>;
  const number = numberOf(text);
  if (!(number > 0)) return <p>{labels.wrong}</p>;
  const dose = product.doses.find((each) => each.job === job.id);
  if (job.id !== KNOWN && !dose) {
    return <Question {...{ product, whatsapp, digits, labels, job, number }}>{fill(labels.not_stated, { product: product.name })}</Question>;
  }
  const base = dose ? dose.unit : unit.base;
  const amount = dose ? (number * dose.least) / dose.per : number * unit.factor;
  // One unit in one answer: that in which somebody asked, else the one in which people say the amount.
  const said = dose ? presetOf(unitsOf(product.packs), { unit: base, amount }) : unit;
  const packs = product.packs.filter((pack) => pack.unit === base);
  const found = bestPacks(packs.map((pack) => pack.amount), amount);
  const say = (value) => `${inDigits(Number((value / said.factor).toFixed(3)), digits)} ${labels[`unit_${said.name}`]}`;
  if (!found) return <p>{labels.too_much}</p>;
  // Such an answer would be the smallest pack for a small part of it.
  if (found.over > amount / 2) {
    const smallest = packs.reduce((one, other) => (other.amount < one.amount ? other : one));
    return (
      <Question {...{ product: { ...product, packs: [smallest] }, whatsapp, digits, labels, number }} job={{ label: job.label, unit: dose ? job.unit : labels[`unit_${unit.name}`] }}>
        {fill(labels.smallest, { amount: smallest.label })}
      </Question>
    );
  }
  const lines = packs
    .map((pack, place) => [found.counts[place], pack.label])
    .filter(([count]) => count)
    .reverse()
    .map(([count, label]) => `${inDigits(count, digits)} × ${label}`);
  const order = fill(labels.order, { product: product.name, packs: lines.join(" + ") });
  return (
    <>
      <p>{dose ? fill(labels.at_least, { amount: say(amount), quote: dose.text }) : fill(labels.need, { amount: say(amount) })}</p>
      <p>{labels.combination}</p>
      <ul className="packs__list">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        {fill(labels.total, { amount: say(found.total) })}{" "}
        {found.over > amount * 1e-9 ? fill(labels.left_over, { amount: say(found.over) }) : labels.nothing_over}
      </p>
      <p>
        <a className="button" href={messageLink(whatsapp, order)} target="_blank" rel="noopener">
          {labels.order_link}
        </a>
      </p>
    </>
  );
}

/** What no text states, and what no pack fits, goes to people, with product, size and job. */
function Question({ product, whatsapp, digits, labels, job, number, children }) {
  const message = (size) =>
    fill(labels.question, { product: product.name, job: job.label, number: inDigits(number, digits), unit: job.unit, size });
  return (
    <>
      <p>{children}</p>
      <p>{labels.ask_sizes}</p>
      <Sizes product={product} labels={labels} href={(size) => messageLink(whatsapp, message(size))} />
    </>
  );
}

/** One link to WhatsApp per size. */
export function Sizes({ product, labels, href }) {
  return (
    <ul className="sizes plain-list" role="list">
      {product.packs.map(({ label }) => (
        <li key={label}>
          <a
            className="sizes__link"
            href={href(label)}
            target="_blank"
            rel="noopener"
            aria-label={fill(labels.size_ask, { product: product.name, size: label })}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The units in which one may give an amount of what the packs hold; all packs of a unit are combined with each other. */
function unitsOf(packs) {
  const held = new Set(packs.map((pack) => pack.unit));
  return [
    { name: "g", base: "g", factor: 1 },
    { name: "kg", base: "g", factor: 1000 },
    { name: "ml", base: "ml", factor: 1 },
    { name: "l", base: "ml", factor: 1000 },
    { name: "m", base: "mm", factor: 1000 },
  ].filter((unit) => held.has(unit.base));
}

/** The unit that is chosen at first: that of the smallest packs, in the size that people say. */
const presetOf = (units, { unit, amount }) => units.filter(({ base, factor }) => base === unit && factor <= amount).at(-1) ?? units[0];

/** The address of a WhatsApp chat with a message that is filled in. */
export const messageLink = (number, text) => `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
