import type { Label } from './label.ts';

const thousands = new Intl.NumberFormat('en-US');

/** 12345 as 12,345: the same in both languages. */
export const grouped = (count: number): string => thousands.format(count);

/** `1 row`, `3 rows`: English counts its nouns, Chinese does not. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** Words behind which a name goes on: of “field of a frame” the first word is counted. */
const GOES_ON = / (?:of|on|to|for|in) /;

/** The plural of an English name by the rules of spelling: `Work order` → `Work orders`, `Day of leave` → `Days of leave`. */
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

/** What a list of a paper is called: Chinese counts nothing, English names many. `plural` where spelling alone does not tell it. */
export const listTitleOf = ({ title, plural }: { readonly title: Label; readonly plural?: string }): Label => [
  title[0],
  plural ?? pluralOf(title[1]),
];
