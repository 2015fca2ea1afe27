import type { AnyPaper } from '#kernel/language/paper.ts';

/** Bodies choose which columns are written: of so many choices a paper keeps the text. */
const MAX_TEXTS = 200;

const known = new WeakMap<AnyPaper, Map<string, string>>();

/** Return the text of a statement that writes these columns of a paper; the same columns get the same text, built once. */
export function columnText(paper: AnyPaper, kind: string, names: readonly string[], build: () => string): string {
  let texts = known.get(paper);
  if (!texts) known.set(paper, (texts = new Map()));
  const key = `${kind} ${names.join()}`;
  const text = texts.get(key) ?? build();
  if (texts.size < MAX_TEXTS) texts.set(key, text);
  return text;
}
