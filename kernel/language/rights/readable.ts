import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type AnyPaper, buttonOf, fieldsOf } from '#kernel/language/paper.ts';
import { revealedBy } from './reveal.ts';

/** What follows from a definition and some closed rights, worked out once for all who lack the same ones. */
const known = new WeakMap<
  AnyPaper,
  {
    readonly rights: readonly string[];
    /** Masked amounts: their comparison would tell them. */ readonly amounts: readonly string[];
    readonly without: Map<string, AnyPaper>;
  }
>();

/** Of a paper of which something is left out, the whole one. */
const wholes = new WeakMap<AnyPaper, AnyPaper>();

/** The paper as it is defined, whatever is left out of the one at hand. */
export const wholeOf = (paper: AnyPaper): AnyPaper => wholes.get(paper) ?? paper;

/** What tells rows apart and where they stand: whoever sees a row sees these of it. */
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
 * The paper as somebody sees it who holds these buttons, and of whose rows his scopes show these fields (null: all): a field that he may not
 * read is not there, neither in its list nor in its filters, orders, sums, sheets and forms. Who may read all of it sees the definition itself.
 */
export function readablePaper(
  paper: AnyPaper,
  holds: (button: string) => boolean,
  shown: ReadonlySet<string> | null = null,
): AnyPaper {
  let kept = known.get(paper);
  if (!kept)
    known.set(
      paper,
      (kept = {
        rights: [...new Set(fieldsOf(paper).flatMap(([, field]) => field.readers ?? []))],
        amounts: fieldsOf(paper)
          .filter(([, field]) => field.personal === 'amount')
          .map(([name]) => name),
        without: new Map(),
      }),
    );
  const closed = kept.rights.filter((right) => !holds(buttonOf(paper, right)));
  const veiled = kept.amounts.filter((name) => !revealedBy(paper, paper.fields[name]).some(holds));
  if (closed.length === 0 && veiled.length === 0 && !shown) return paper;
  const key = `${closed.join(' ')}|${veiled.join(' ')}|${shown ? [...shown].toSorted().join(' ') : ''}`;
  let found = kept.without.get(key);
  if (!found) {
    // Scopes change over the years; what was worked out for those of old is not kept for ever.
    if (kept.without.size > MOST_KEPT) kept.without.clear();
    kept.without.set(key, (found = without(paper, { closed: new Set(closed), veiled: new Set(veiled), shown })));
  }
  return found;
}

const MOST_KEPT = 200;

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
