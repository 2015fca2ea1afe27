import type { Label } from './label.ts';

const thousands = new Intl.NumberFormat('en-US');

/** Return a number with thousands separators, 12345 as 12,345, the same in both languages. */
export const grouped = (count: number): string => thousands.format(count);

/** Return a number with its English noun in singular or plural: `1 row`, `3 rows`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** Prepositions before which the main noun of a name ends. In “field of a frame” the word `field` gets the plural. */
const GOES_ON = / (?:of|on|to|for|in) /;

/** Return the plural of an English name by spelling: `Work order` → `Work orders`, `Day of leave` → `Days of leave`. */
export function pluralOf(name: string): string {
  const at = GOES_ON.exec(name)?.index ?? name.length;
  const head = name.slice(0, at);
  const many = /[^aeiou]y$/.test(head)
    ? `${head.slice(0, -1)}ies`
    : /(?:s|x|z|ch|sh)$/.test(head)
      ? `${head}es`
      : `${head}s`;
  return many + name.slice(at);
}

/**
 * Return the title of a paper's list. In English it is the plural, taken from `plural` if the spelling is irregular.
 */
export const listTitleOf = ({ title, plural }: { readonly title: Label; readonly plural?: string }): Label => [
  title[0],
  plural ?? pluralOf(title[1]),
];
