import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type AnyPaper, buttonOf, fieldsOf } from '#kernel/language/paper.ts';
import { revealedBy } from './reveal.ts';

/**
 * Cache of reduced papers, by definition and by the rights that a person lacks: people who lack the same rights share
 * one.
 */
const known = new WeakMap<
  AnyPaper,
  {
    readonly rights: readonly string[];
    /** Names of masked amounts. Filters on them are removed, because comparisons would reveal the value. */
    readonly amounts: readonly string[];
    readonly without: Map<string, AnyPaper>;
  }
>();

/** Maps a reduced paper, without the fields that its reader may not see, to the full definition. */
const wholes = new WeakMap<AnyPaper, AnyPaper>();

/** Return the full definition of a paper, also for one that `readablePaper` reduced. */
export const wholeOf = (paper: AnyPaper): AnyPaper => wholes.get(paper) ?? paper;

/** Return the names of fields that identify a row and its state. Every reader of the row sees them. */
export function frameOf(paper: AnyPaper): ReadonlySet<string> {
  const numbers = fieldsOf(paper)
    .filter(([, field]) => isPaperNumber(field))
    .map(([name]) => name);
  const { lifecycle: life, team } = paper;
  const names = [
    paper.caption,
    paper.key,
    paper.self,
    paper.tree?.parent,
    paper.order?.by,
    life?.field,
    ...(life?.tracks ?? []).map((track) => track.field),
    ...(team ? ['field' in team ? team.field : team.through] : []),
    ...numbers,
  ];
  return new Set(names.filter((name) => name !== undefined).map(String));
}

/**
 * Return the paper as a person sees it who holds the buttons of `holds`, and whose scopes show the fields `shown`
 * (null: all). A hidden field is absent from lists, filters, orders, sums, sheets and forms. If nothing is hidden, the
 * definition itself is returned.
 */
export function readablePaper(
  paper: AnyPaper,
  holds: (button: string) => boolean,
  shown: ReadonlySet<string> | null = null,
): AnyPaper {
  let cached = known.get(paper);
  if (!cached)
    known.set(
      paper,
      (cached = {
        rights: [...new Set(fieldsOf(paper).flatMap(([, field]) => field.readers ?? []))],
        amounts: fieldsOf(paper)
          .filter(([, field]) => field.personal === 'amount')
          .map(([name]) => name),
        without: new Map(),
      }),
    );
  const closed = cached.rights.filter((right) => !holds(buttonOf(paper, right)));
  const veiled = cached.amounts.filter((name) => !revealedBy(paper, paper.fields[name]).some(holds));
  if (closed.length === 0 && veiled.length === 0 && !shown) return paper;
  const key = `${closed.join(' ')}|${veiled.join(' ')}|${shown ? [...shown].toSorted().join(' ') : ''}`;
  let found = cached.without.get(key);
  if (!found) {
    // Scopes change over time, so the cache is emptied when it is full of old ones.
    if (cached.without.size > MAX_CACHED) cached.without.clear();
    cached.without.set(key, (found = without(paper, { closed: new Set(closed), veiled: new Set(veiled), shown })));
  }
  return found;
}

const MAX_CACHED = 200;

function without(
  paper: AnyPaper,
  {
    closed,
    veiled,
    shown,
  }: {
    readonly closed: ReadonlySet<string>;
    readonly veiled: ReadonlySet<string>;
    readonly shown: ReadonlySet<string> | null;
  },
): AnyPaper {
  const frame = frameOf(paper);
  const isOpen = (name: string, field: Field): boolean =>
    !(field.readers && closed.has(field.readers)) && (!shown || shown.has(name) || frame.has(name));
  const open = fieldsOf(paper).filter(([name, field]: [string, Field]) => isOpen(name, field));
  if (open.length === fieldsOf(paper).length && veiled.size === 0) return paper;
  const fields = Object.fromEntries(
    open.map(([name, field]: [string, Field]) => [
      name,
      veiled.has(name) ? { ...field, filter: undefined, veiled: true } : field,
    ]),
  );
  const left = (names: readonly unknown[] | undefined): string[] | undefined =>
    names?.map(String).filter((name) => name in fields);
  const less = {
    ...paper,
    fields,
    ...(paper.card && { card: left(paper.card) }),
    ...(paper.calendar &&
      [paper.calendar.from, paper.calendar.to ?? paper.calendar.from].some((name) => !(name in fields)) && {
        calendar: undefined,
      }),
    ...(paper.columns && { columns: paper.columns.filter((name) => name === 'createTime' || name in fields) }),
    ...(paper.groups && { groups: paper.groups.map((group) => ({ ...group, fields: left(group.fields) })) }),
    ...(paper.hint && { hint: left(paper.hint) }),
    ...(paper.search && { search: left(paper.search) }),
    ...(paper.findable && { findable: { ...paper.findable, by: left(paper.findable.by) } }),
  } as AnyPaper;
  wholes.set(less, wholeOf(paper));
  return less;
}
