import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import { type AnyPaper, fieldOf } from '#kernel/language/paper.ts';
import { callScope } from '../database/call-scope.ts';

let isKept = false;

/** Note from here on the whole numbers that the call under way searches for. `sent` = the input of a question; a call that saves a number does not search for it. */
export function noteSearches(sent: readonly unknown[]): void {
  const scope = callScope();
  let text: string | undefined;
  if (scope)
    scope.sought = {
      fresh: [],
      judged: new Set(),
      sent: () => (text ??= JSON.stringify(sent).replaceAll(/[\s-]/g, '')),
    };
}

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
  if ('value' in accepted) callScope()?.sought?.fresh.push({ paper, name, value: String(accepted.value) });
}

/** The same where a call of a room compares with what may stand in a row too: only what its caller sent counts. */
export function noteSent(paper: AnyPaper, match: Readonly<Record<string, unknown>>): void {
  const search = callScope()?.sought;
  if (!search) return;
  for (const [name, value] of Object.entries(match)) {
    if (
      typeof value === 'string' &&
      hides(paper.fields[name]?.personal) &&
      search.sent().includes(value.replaceAll(/[\s-]/g, ''))
    )
      noteSought(paper, name, value);
  }
}
