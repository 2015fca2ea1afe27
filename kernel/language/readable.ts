import type { Field } from './field.ts';
import { type AnyPaper, buttonOf, fieldsOf } from './paper.ts';

/** What follows from a definition and some closed rights, worked out once for all who lack the same ones. */
const known = new WeakMap<AnyPaper, { readonly rights: readonly string[]; readonly without: Map<string, AnyPaper> }>();

/**
 * The paper as somebody sees it who holds these buttons: a field that he may not read is not there, neither in its list nor in its
 * filters, orders, sums, sheets and forms. Who may read all of it sees the definition itself.
 */
export function readable(paper: AnyPaper, holds: (button: string) => boolean): AnyPaper {
  let kept = known.get(paper);
  if (!kept) known.set(paper, (kept = { rights: [...new Set(fieldsOf(paper).flatMap(([, field]) => field.readers ?? []))], without: new Map() }));
  const closed = kept.rights.filter((right) => !holds(buttonOf(paper, right)));
  if (closed.length === 0) return paper;
  const key = closed.join(' ');
  let found = kept.without.get(key);
  if (!found) kept.without.set(key, (found = without(paper, new Set(closed))));
  return found;
}

function without(paper: AnyPaper, closed: ReadonlySet<string>): AnyPaper {
  const fields = Object.fromEntries(fieldsOf(paper).filter(([, field]: [string, Field]) => !field.readers || !closed.has(field.readers)));
  const left = (names: readonly unknown[] | undefined): string[] | undefined => names?.map(String).filter((name) => name in fields);
  return {
    ...paper, fields, ...(paper.card && { card: left(paper.card) }), ...(paper.groups && { groups: paper.groups.map((group) => ({ ...group, fields: left(group.fields)! })) }),
  };
}
