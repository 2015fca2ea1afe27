import type { Label } from '#kernel/language/label.ts';

/** Split the hex digits of raw words into words, such as `01A7 FF38`. */
export const spacedWords = (hex: string): string => hex.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Return a value as people read it. */
export const pointValueWords = (value: number | boolean | string | null): string =>
  value === null ? '—' : String(value);

/** The rules of a mapping in words. */
export const stepLabels: Readonly<Record<string, Label>> = {
  invalid: ['无效值', 'Invalid values'],
  scale: ['倍率与偏移', 'Scale and offset'],
  valueMap: ['值映射', 'Map of values'],
  expression: ['表达式', 'Expression'],
  clamp: ['限幅', 'Clamp'],
};

/** Return the raw value that a person typed: a number, true or false, or a text. */
export function rawOf(text: string): number | boolean | string {
  const trimmed = text.trim();
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}
