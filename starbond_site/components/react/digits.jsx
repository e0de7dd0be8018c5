/**
 * Returns a number, or a text with numbers in it, in the digits of a language: ten characters, from zero.
 * The counterpart of `Site.digits` (`content/site.py`). `toLocaleString` and `Intl` take 70 ms at their first call on a cheap phone.
 */
export const inDigits = (text, digits) => String(text).replace(/[0-9]/g, (digit) => digits[digit]);

/** Returns a text with its words in braces filled in, and its numbers in the digits of a language where they are given. */
export function fill(text, values, digits) {
  const filled = text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  return digits ? inDigits(filled, digits) : filled;
}

/** Returns a text with the digits of Bangla as ASCII: people type them on pages of any language. */
export const latinDigits = (text) => text.replace(/[০-৯]/g, (digit) => digit.charCodeAt(0) - 0x09e6);

/** Returns a size as `Site.file_size` writes it. */
export function sizeOf(bytes, labels, digits) {
  const [unit, number] =
    bytes < 1000
      ? [labels.bytes, Math.round(bytes)]
      : bytes < 1e6
        ? [labels.kilobytes, Math.round(bytes / 1000)]
        : [labels.megabytes, Math.round(bytes / 1e5) / 10];
  return inDigits(unit.replace("{number}", number), digits);
}
