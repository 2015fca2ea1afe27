import { AsyncLocalStorage } from 'node:async_hooks';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import { type AnyPaper, fieldOf } from '#kernel/language/paper.ts';

/** All of a number that others see masked, and the field that was asked for it. */
export interface Sought {
  readonly paper: AnyPaper;
  readonly name: string;
  readonly value: string;
}

/** What one call asked for by whole numbers, wherever a statement was made of it. */
export interface Seeking {
  /** Not judged yet. */
  readonly fresh: Sought[];
  readonly judged: Set<string>;
  /** What came with a question, without spaces and dashes; nothing where somebody writes. */
  readonly sent: () => string;
}

const calls = new AsyncLocalStorage<Seeking>();

let isKept = false;

/** Runs the work of a call; the whole numbers that it asks for are noted. `sent` = what came with a question; who saves a number does not look for it. */
export function seeking<T>(sent: readonly unknown[], work: () => Promise<T>): Promise<T> {
  let text: string | undefined;
  return calls.run(
    { fresh: [], judged: new Set(), sent: () => (text ??= JSON.stringify(sent).replaceAll(/[\s-]/g, '')) },
    work,
  );
}

/** The call under way; undefined where nobody asks, as in a job. */
export const soughtNow = (): Seeking | undefined => calls.getStore();

/** Conditions that are made here are kept ones: nobody asks for them now. */
export function withoutSearch<T>(make: () => T): T {
  const before = isKept;
  isKept = true;
  try {
    return make();
  } finally {
    isKept = before;
  }
}

/** Notes that a masked field is compared with a whole value; anything else is passed over. */
export function noteSought(paper: AnyPaper, name: string, value: unknown): void {
  const field = fieldOf(paper, name);
  if (isKept || typeof value !== 'string' || !field || !hides(field.personal) || field.personal === 'amount') return;
  const accepted = kindOf(field).accept(value, field);
  if ('value' in accepted) calls.getStore()?.fresh.push({ paper, name, value: String(accepted.value) });
}

/** The same where a call of a room compares with what may stand in a row too: only what its caller sent counts. */
export function noteSent(paper: AnyPaper, match: Readonly<Record<string, unknown>>): void {
  const now = calls.getStore();
  for (const [name, value] of now ? Object.entries(match) : []) {
    if (
      typeof value === 'string' &&
      hides(paper.fields[name]?.personal) &&
      now!.sent().includes(value.replaceAll(/[\s-]/g, ''))
    )
      noteSought(paper, name, value);
  }
}
