import { hasControls, malformed } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';
import { row as refuse } from '../refusals.ts';

/** A value of a question that its field cannot read. */
export class Unreadable extends Error {
  readonly words: Label;
  constructor(words: Label) {
    super(words[1]);
    this.words = words;
  }
}

/** What was asked, read as the field reads it; what could not be saved, as a number below 0, may be asked about. Refused with the problem where it cannot be read. */
export function readAs(field: Field, text: unknown): unknown {
  const accepted = kindOf(field).accept(text, { ...field, min: 'any', max: undefined });
  if ('problem' in accepted) throw new Unreadable(accepted.problem);
  return accepted.value;
}

/** Nothing is asked: no value, or the words that old clients send for none. */
export const asksNothing = (given: unknown): boolean =>
  given === undefined ||
  given === null ||
  (Array.isArray(given)
    ? given.every(asksNothing)
    : typeof given === 'string' && ['', 'undefined', 'null'].includes(given.trim()));

/** So long is nothing that somebody looks for. */
const LONGEST = 2000;

/** A value of a question as text; null for what is none, or longer than anybody would type. */
export function writtenAs(given: unknown): string | null {
  const parts: unknown[] = Array.isArray(given) ? given : [given];
  if (!parts.every((one) => ['string', 'number', 'boolean'].includes(typeof one))) return null;
  const text = parts.join(',');
  return text.length > LONGEST || hasControls(text) ? null : text;
}

/** Whoever asks learns which of his conditions could not be read, and why. */
export function assertRead<T>(name: string, label: Label, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw refuse.filterUnreadable({ label, words: error.words }, { fields: [{ field: name, words: error.words }] });
  }
}

/** What is said of a value that has not even the form of one. */
export const formless = (field: Field): Label => (malformed(field) as { problem: Label }).problem;

/** The text of a value, for whoever reads it as this field. */
export function textFor(field: Field, given: unknown): string {
  const text = writtenAs(given);
  if (text === null) throw new Unreadable(formless(field));
  return text;
}

/** The parts of a comma list. */
export const parts = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** A value, or each part of a comma list where the field is chosen, as the field reads it, in text again; refused by name where it cannot. */
export const readableText = (name: string, field: Field, given: unknown): string =>
  assertRead(name, field.label, () => {
    const text = textFor(field, given);
    const read = (kindOf(field).chosen ? parts(text) : [text]).map((one) => String(readAs(field, one)));
    if (!read.length) throw new Unreadable(formless(field));
    return read.join(',');
  });
