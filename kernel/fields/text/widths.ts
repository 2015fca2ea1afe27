const BRACKETS: Readonly<Record<string, string>> = { '(': '（', ')': '）' };

/**
 * Return a sought text in the widths in which people write it: as typed, in plain characters, and with the brackets of
 * Chinese names. A text without such characters has one.
 */
export function widthsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  return [...new Set([text, plain, plain.replaceAll(/[()]/g, (sign) => BRACKETS[sign])])];
}
