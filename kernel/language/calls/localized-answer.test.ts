import { expect, test } from 'vitest';
import { BESIDE, localizeJson, textIn } from '../label.ts';

/**
 * The expected JSON of a value, with each text in one language: made by parsing, where `localizeJson` only cuts the
 * text.
 */
const expected = (value: unknown, language: 'zh' | 'en'): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'string' ? textIn(one, language) : one));

const values = [
  { title: `报修单${BESIDE}Repair form`, n: 1, rows: [{ a: `“甲”${BESIDE}"A"`, b: null, c: 'plain' }] },
  [`引号"与反斜杠\\${BESIDE}quote " and backslash \\`, `\\${BESIDE}\\`, BESIDE, `${BESIDE}b`, `a${BESIDE}`, ''],
  // A second separator belongs to the English text, and a typed `\u001f` of six characters is no separator.
  [`一${BESIDE}two${BESIDE}three`, '\\u001f', `\\u001f${BESIDE}\\\\u001f`, '\\\\u001f'],
  `whole${BESIDE}text`,
  { nothing: 'of two languages', n: [1, 2, { x: true }] },
];

test.each(['zh', 'en'] as const)('an answer is in the language of its reader: %s', (language) => {
  for (const value of values) expect(localizeJson(JSON.stringify(value), language)).toBe(expected(value, language));
});

test('a localized text equals the parsed and written answer', () => {
  const letters = ['"', '\\', BESIDE, 'u001f', '楼', '\n', '{', ':', ',', ']'];
  let seed = 7;
  const next = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
  for (let turn = 0; turn < 5000; turn++) {
    const value = Array.from({ length: 1 + next(4) }, () => ({
      k: Array.from({ length: next(9) }, () => letters[next(letters.length)]).join(''),
    }));
    for (const language of ['zh', 'en'] as const)
      expect(localizeJson(JSON.stringify(value), language)).toBe(expected(value, language));
  }
});
