/**
 * Returns a number, or a text with numbers in it, in the digits of a language: ten characters, from zero.
 * The counterpart of `content/formats.digits`. `toLocaleString` and `Intl` take 70 ms at their first call on a cheap phone.
 */
export const inDigits = (text, digits) => String(text).replace(/[0-9]/g, (digit) => digits[digit]);
