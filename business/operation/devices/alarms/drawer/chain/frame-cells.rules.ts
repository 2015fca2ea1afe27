const WORD = 4;

/** Split hexadecimal digits into groups of two bytes. */
export const frameCells = (hex: string): string[] =>
  Array.from({ length: Math.ceil(hex.length / WORD) }, (_, at) => hex.slice(at * WORD, (at + 1) * WORD).toUpperCase());

/** Return JSON indented; any other text unchanged. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
