/** Characters without a width or a shape of their own; U+200D stays, because it joins emoji. */
const UNSEEN = /[\u00ad\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** Hyphens that look like the plain one. Dashes of sentences (U+2013, U+2014) stay. */
const HYPHENS = /[\u2010-\u2012\u2212\ufe63\uff0d]/g;
/**
 * Letters and digits in full width, katakana in half width, ideographs and radicals of compatibility. Punctuation and
 * signs such as ² stay as typed: （） and ： belong to Chinese text, and m² is not m2.
 */
const WIDE = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff65-\uff9f\uf900-\ufaff\u2e80-\u2fdf]+/g;
const IS_PLAIN = /^[\u0021-\u007e\u3001-\u9fff]*$/;

/**
 * Return a line of text as it is meant. Blanks, line breaks and hyphens of all kinds become plain ones, and so do
 * letters, digits and ideographs of other forms (NFKC). Invisible characters and blanks at the ends go.
 */
export const lineText = (text: string): string =>
  IS_PLAIN.test(text)
    ? text
    : text
        .replaceAll(UNSEEN, '')
        .replaceAll(HYPHENS, '-')
        .replaceAll(WIDE, (wide) => wide.normalize('NFKC'))
        .replaceAll(/\r\n|[\s\u0085]/g, ' ')
        .trim();
