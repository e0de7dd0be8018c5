/*
 * The part of lodash.mergewith that Chakra calls: a deep merge of plain objects into the first one, the last one winning.
 * The original copies every element and every theme again with much ceremony: a quarter of what a form's page computes.
 */
const isPlain = (value) =>
  value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype && !value.$$typeof;

export default function mergeWith(target, ...sources) {
  if (typeof sources.at(-1) === "function") throw new Error("no customizer is known here; see the step module_aliases");
  for (const source of sources) {
    for (const key in source) {
      const value = source[key];
      if (isPlain(value)) target[key] = mergeWith(isPlain(target[key]) ? target[key] : {}, value);
      else if (value !== undefined || !(key in target)) target[key] = value;
    }
  }
  return target;
}
