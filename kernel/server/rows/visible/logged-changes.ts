import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Person, visibleTo } from '#kernel/language/permission.ts';
import type { App } from '../../app.ts';

const known = new WeakMap<App, ReadonlyMap<string, readonly AnyPaper[]>>();

/** The papers whose changes are logged under a kind of business. */
function papersLoggedAs(app: App, about: string): readonly AnyPaper[] {
  let found = known.get(app);
  if (!found) known.set(app, (found = Map.groupBy(app.papers.values(), (paper) => paper.logAs ?? 'base')));
  return found.get(about) ?? [];
}

/** Return the logged changes without the fields that the reader may not see on the changed paper. */
export const changesFor =
  (app: App, person: Person) =>
  (about: unknown, changes: unknown): unknown => {
    if (!Array.isArray(changes) || changes.length === 0) return changes;
    const papers = papersLoggedAs(app, String(about ?? ''));
    const isHidden = (field: string): boolean =>
      papers.some(
        (paper) => Object.hasOwn(paper.fields, field) && !Object.hasOwn(visibleTo(person, paper).fields, field),
      );
    return changes.filter((change: { readonly field?: unknown }) => !isHidden(String(change?.field ?? '')));
  };
