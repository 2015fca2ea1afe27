import { isEmpty } from '#kernel/fields/kind.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Person, type Term, decide, workOf, writesForOthers } from '#kernel/language/permission.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Do the values of a row, which the person may view, fulfil one of the terms? A term that only a query can check counts
 * as fulfilled.
 */
function fits(terms: readonly Term[], paper: AnyPaper, row: Row): boolean {
  return terms.some((term) => {
    if (term.kind === 'own')
      return (
        (!term.only && String(row.createUser) === term.person) ||
        (term.field !== undefined && String(row[term.field]) === term.person)
      );
    if (term.kind === 'departments')
      return String(row[term.field ?? 'createDept'])
        .split(',')
        .some((id) => term.ids.includes(id));
    if (term.kind === 'teams')
      return !paper.team || !('field' in paper.team) || term.teams.includes(String(row[String(paper.team.field)]));
    return true;
  });
}

interface Ability {
  readonly name: string;
  /** Field of the state that decides, for a verb of a track; absent: the field of the lifecycle. */
  readonly field?: string;
  readonly states: ReadonlySet<string> | null;
  readonly where: readonly Term[];
  /** The terms as JSON: verbs with equal terms share one query. */ readonly rows: string;
  /** Does the person hold the verb on behalf of others only? */ readonly onBehalfOf: boolean;
  /** Its terms equal those for viewing: they hold for every row that the person sees, without a query. */
  readonly asVisible: boolean;
  /** Set where the verb is refused for the person's own paper or work. */
  readonly judges: 'paper' | 'work' | undefined;
  /**
   * Field that must name the person, or be empty. Undefined where the person may write rows about others, and for
   * verdicts.
   */
  readonly self: string | undefined;
}

/** Verbs of a person on a paper. */
interface Abilities {
  readonly all: readonly Ability[];
  readonly onBehalfOf: ReadonlySet<string>;
  /** Must a query decide which rows some verbs apply to? */ readonly looks: boolean;
}

const known = new WeakMap<Person, Map<AnyPaper, Abilities>>();

/** Return the verbs of a person on a paper, computed once per person object. */
function abilitiesOf(person: Person, paper: AnyPaper): Abilities {
  let own = known.get(person);
  if (!own) known.set(person, (own = new Map()));
  let found = own.get(paper);
  if (!found) {
    const all = decided(person, paper);
    own.set(
      paper,
      (found = {
        all,
        onBehalfOf: new Set(all.filter((one) => one.onBehalfOf).map((one) => one.name)),
        looks: all.some((one) => needsLook(paper, one.where)),
      }),
    );
  }
  return found;
}

/** May people edit fields, lines or annexes of the paper itself in a state, and not only rows that follow it? */
const isOpenItself = (paper: AnyPaper, open: 'all' | readonly string[] | undefined): boolean =>
  open === 'all' ||
  (open ?? []).some((name) => name in paper.fields || name in (paper.lines ?? {}) || name === 'annexes');

function decided(person: Person, paper: AnyPaper): Ability[] {
  const life = paper.lifecycle;
  const all: [string, string | undefined, ReadonlySet<string> | null][] = Object.entries(life?.actions ?? {}).map(
    ([name, action]) => [name, action.field, new Set(action.from)],
  );
  const editable =
    life && new Set(Object.keys(life.editable).filter((state) => isOpenItself(paper, life.editable[state])));
  const removable = life ? new Set<string>(life.removable) : null;
  if (!paper.readOnly) all.push(['edit', undefined, editable ?? null], ['delete', undefined, removable]);
  const self = paper.self && !writesForOthers(person, paper) ? String(paper.self) : undefined;
  const seen = JSON.stringify(decide(person, paper, 'view').where);
  return all.flatMap(([name, field, states]) => {
    const decision = decide(person, paper, name);
    const rows = JSON.stringify(decision.where);
    const judging = life && Object.hasOwn(life.actions, name) ? life.actions[name].judges || undefined : undefined;
    return decision.allow
      ? [
          {
            name,
            field,
            states,
            where: decision.where,
            rows,
            onBehalfOf: decision.onBehalfOf,
            asVisible: rows === seen,
            judges: judging?.of,
            self: judging ? undefined : self,
          },
        ]
      : [];
  });
}

/** Do the terms need a query: a filter of a role, the team of another paper, a path to a person? */
const needsLook = (paper: AnyPaper, where: readonly Term[]): boolean =>
  where.some(
    (term) =>
      term.kind === 'custom' ||
      term.kind === 'rule' ||
      (term.kind === 'own' && !term.only && (paper.mine ?? paper.department) !== undefined) ||
      (term.kind === 'departments' && !term.field && paper.department !== undefined) ||
      (term.kind === 'teams' && paper.team && 'through' in paper.team),
  );

/** Return the ids of the current rows to which some terms apply. */
export type RowLookup = (where: readonly Term[]) => Promise<ReadonlySet<string>>;

/** Verbs of a person on a row in its state, and those that need acting on behalf of others. */
interface Able {
  readonly of: (row: Row) => string[];
  readonly onBehalfOf: ReadonlySet<string>;
}

type Holds = (row: Row) => boolean;

async function holding(paper: AnyPaper, one: Ability, look: (one: Ability) => ReturnType<RowLookup>): Promise<Holds> {
  if (!needsLook(paper, one.where)) return (row) => fits(one.where, paper, row);
  if (one.asVisible) return () => true;
  const ids = await look(one);
  return (row) => ids.has(String(row.id));
}

const isForOneself = ({ self }: Ability, { id }: Person, row: Row): boolean =>
  self === undefined || isEmpty(row[self]) || String(row[self]) === id;

/**
 * Return the verbs of a person on rows. The rules are those of the calls themselves, so that no offered button is
 * refused.
 */
export async function allowedActions(person: Person, paper: AnyPaper, look: RowLookup): Promise<Able> {
  const { all, onBehalfOf, looks } = abilitiesOf(person, paper);
  const found = new Map<string, ReturnType<RowLookup>>();
  const lookOnce = ({ rows, where }: Ability): ReturnType<RowLookup> => {
    let ids = found.get(rows);
    if (!ids) found.set(rows, (ids = look(where)));
    return ids;
  };
  const holds = looks
    ? await Promise.all(all.map((one) => holding(paper, one, lookOnce)))
    : all.map(
        (one): Holds =>
          (row) =>
            fits(one.where, paper, row),
      );
  const state = paper.lifecycle?.field;
  // Leave out verbs that judge the person's own work or paper.
  const worked = all.some((one) => one.judges) ? await look([workOf(person, paper)]) : undefined;
  const isOwn = (one: Ability, row: Row): boolean =>
    Boolean(
      one.judges && (worked?.has(String(row.id)) || (one.judges === 'paper' && String(row.createUser) === person.id)),
    );
  return {
    of: (row) =>
      all
        .filter(
          (one, at) =>
            !isOwn(one, row) &&
            isForOneself(one, person, row) &&
            (!one.states || one.states.has(String(row[one.field ?? state ?? '']))) &&
            holds[at](row),
        )
        .map((one) => one.name),
    onBehalfOf,
  };
}
