/* The part of mergician that Reflex's state.js calls: a deep merge of plain objects, the last one winning. */
const isPlain = (value) => value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;

export function mergician(...objects) {
  const merged = {};
  for (const object of objects) {
    for (const [key, value] of Object.entries(object)) {
      merged[key] = isPlain(merged[key]) && isPlain(value) ? mergician(merged[key], value) : value;
    }
  }
  return merged;
}
