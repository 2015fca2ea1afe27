import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import { type AnyPaper, fieldOf } from '#kernel/language/paper.ts';
import { callScope } from '../database/call-scope.ts';

let isStored = false;

/**
 * Begin to record the complete numbers that the current call searches for. `sent` is the input of a reading call, and
 * empty for a call that writes: saving a number is no search.
 */
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

/** Run a function that builds stored conditions. Numbers in them do not count as searches of the caller. */
export function withoutSearch<T>(make: () => T): T {
  const before = isStored;
  isStored = true;
  try {
    return make();
  } finally {
    isStored = before;
  }
}

/** Record a search: a masked field is compared with a complete number. Comparisons of other fields are ignored. */
export function noteSought(paper: AnyPaper, name: string, value: unknown): void {
  const field = fieldOf(paper, name);
  if (isStored || typeof value !== 'string' || !field || !hides(field.personal) || field.personal === 'amount') return;
  const accepted = kindOf(field).accept(value, field);
  if ('value' in accepted) callScope()?.sought?.fresh.push({ paper, name, value: String(accepted.value) });
}

/**
 * Record the searches among the comparisons that a room makes. Only values that the caller has sent count, not those of
 * stored rows.
 */
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
