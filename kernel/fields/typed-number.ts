import { type Accepted, incomingText, problem } from './kind.ts';

const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const MAX_LENGTH = 40;

/**
 * Return a number as people type it, without the commas between groups of three and with plain digits. Commas in other
 * places are a problem that names both readings. Null: no text.
 */
export function typedNumber(value: unknown): string | Accepted | null {
  const text = incomingText(value)?.normalize('NFKC');
  if (!text || text.length > MAX_LENGTH) return null;
  if (!text.includes(',')) return text;
  if (GROUPED.test(text)) return text.replaceAll(',', '');
  const parts = /^([+-]?\d+),(\d+)$/.exec(text);
  if (!parts) return null;
  const [asPoint, asGroup] = [`${parts[1]}.${parts[2]}`, `${parts[1]}${parts[2]}`];
  return problem(
    `“${text}”可以读作 ${asPoint} 或 ${asGroup}，请去掉逗号`,
    `“${text}” may mean ${asPoint} or ${asGroup}: write it without a comma`,
  );
}
