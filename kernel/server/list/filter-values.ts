import { hasControls, malformed } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { row as refuse } from '../refusals.ts';

/** A filter value that its field cannot read. */
export class Unreadable extends Error {
  readonly words: Label;
  constructor(words: Label) {
    super(words[1]);
    this.words = words;
  }
}

/**
 * Parse a filter value as its field does. Values that could not be saved, such as a number below 0, are allowed. Throw
 * where it cannot be parsed.
 */
export function readAs(field: Field, text: unknown): unknown {
  const accepted = kindOf(field).accept(text, { ...field, min: 'any', max: undefined });
  if ('problem' in accepted) throw new Unreadable(accepted.problem);
  return accepted.value;
}

/** Is there no value, or a word that old clients send for none? */
export const asksNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value)
    ? value.every(asksNothing)
    : typeof value === 'string' && ['', 'undefined', 'null'].includes(value.trim()));

/** Maximum length of a filter value. */
const LONGEST = 2000;

/** Return a filter value as text; null where it is none, or too long. */
export function writtenAs(value: unknown): string | null {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  if (!parts.every((one) => ['string', 'number', 'boolean'].includes(typeof one))) return null;
  const text = parts.join(',');
  return text.length > LONGEST || hasControls(text) ? null : text;
}

/** Run the parsing of a filter. Refuse an unreadable value with the name of its filter and the reason. */
export function assertRead<T>(name: string, label: Label, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw refuse.filterUnreadable({ label, words: error.words }, { fields: [{ field: name, words: error.words }] });
  }
}

/** Return the problem of a value of a wrong type, such as an object instead of a text. */
export const formless = (field: Field): Label => (malformed(field) as { problem: Label }).problem;

/** Return a value of this field as text. Throw `Unreadable` if it is no text or too long. */
export function textFor(field: Field, value: unknown): string {
  const text = writtenAs(value);
  if (text === null) throw new Unreadable(formless(field));
  return text;
}

/** Return the items of a comma list, trimmed, without empty ones. */
export const parts = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * Parse a value, or each part of a comma list of a chosen field, and return it as text. Refuse an unreadable value with
 * the name of its filter.
 */
export const readableText = (name: string, field: Field, value: unknown): string =>
  assertRead(name, field.label, () => {
    const text = textFor(field, value);
    const read = (kindOf(field).chosen ? parts(text) : [text]).map((one) => String(readAs(field, one)));
    if (!read.length) throw new Unreadable(formless(field));
    return read.join(',');
  });
