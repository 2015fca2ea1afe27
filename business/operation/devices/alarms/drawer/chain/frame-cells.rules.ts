const WORD = 4;

/** Bytes as hexadecimal digits, two bytes a cell. */
export const frameCells = (hex: string): string[] =>
  Array.from({ length: Math.ceil(hex.length / WORD) }, (_, at) => hex.slice(at * WORD, (at + 1) * WORD).toUpperCase());

/** JSON one part a line; any other text as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
