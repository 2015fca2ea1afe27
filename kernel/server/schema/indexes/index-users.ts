import { columnFor } from '#kernel/fields/columns.server.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { pointerPaper, pointersAt } from '#kernel/fields/relations.ts';
import {
  type AnyPaper,
  type OnceRule,
  type PartialIndex,
  type ReferencePath,
  fieldOf,
  storedFields,
} from '#kernel/language/paper.ts';

/** The papers of a product by their names. */
export type PaperMap = ReadonlyMap<string, AnyPaper>;

/** The fields of a paper by which rows are looked up, each with its users: the reasons for its index. */
export type FieldUsers = ReadonlyMap<string, readonly string[]>;

interface Use {
  readonly paper: string;
  readonly field: string;
  readonly user: string;
}

/** May people remove rows of this paper? Removal counts the rows that point at a row. */
const isRemovedByPeople = ({ readOnly, appendOnly, key, lifecycle }: AnyPaper): boolean =>
  !readOnly && !appendOnly && !key && (!lifecycle || lifecycle.removable.length > 0);

const useOf =
  ({ name }: AnyPaper) =>
  (field: unknown, user: string): Use => ({ paper: name, field: String(field), user });

/**
 * Return the fields by which rows along a path are looked up. PostgreSQL starts at the person, so each row is found by
 * its field that points towards the person.
 */
const pathUses = ({ name }: AnyPaper, { steps, person }: ReferencePath): Use[] =>
  [...steps.map(({ on }) => on), person].map((field, at) => ({
    paper: steps[at - 1]?.paper ?? name,
    field,
    user: `path from a person to ${name}`,
  }));

/** Yield the lookups of data scopes: by team, by person, and along each path. */
function* scopeUses(paper: AnyPaper): Generator<Use> {
  const { team, self, mine = [], workers = [], ownedPeriod } = paper;
  const use = useOf(paper);
  if (team && 'field' in team) yield use(team.field, 'scope of teams');
  if (self) yield use(self, 'scope of own rows');
  for (const path of [...mine, ...workers]) yield* pathUses(paper, path);
  const lookBack = ownedPeriod?.lookBack;
  if (lookBack) yield { paper: lookBack.paper, field: lookBack.row, user: `permits to look back at ${paper.name}` };
}

/**
 * Has the paper a partial index on states of its lifecycle? The state then needs no further index: rows in other states
 * are found in the order of the list.
 */
const isOpenHeld = ({ lifecycle, partialIndexes = [] }: AnyPaper): boolean =>
  (partialIndexes as readonly PartialIndex[]).some(({ where }) => Object.hasOwn(where, lifecycle?.field ?? ''));

function* stateUses(paper: AnyPaper): Generator<Use> {
  const { lifecycle } = paper;
  const use = useOf(paper);
  if (lifecycle && !isOpenHeld(paper)) yield use(lifecycle.field, 'state');
  for (const { field } of lifecycle?.tracks ?? []) yield use(field, 'track');
}

const isCode = ({ fields }: AnyPaper, name: string): boolean =>
  (fields[name] as { readonly code?: boolean }).code === true;

/** Yield the lookups of lists: search, calendar, pickers. */
function* listUses(paper: AnyPaper): Generator<Use> {
  const { findable, calendar, pickable = [] } = paper;
  const use = useOf(paper);
  for (const field of (findable?.by ?? []).map(String).filter((name) => isCode(paper, name)))
    yield use(field, 'search over everything');
  if (calendar) yield use(calendar.from, 'calendar');
  for (const field of pickable) yield use(field, 'picker');
}

/** Yield the lookups that one field of a definition causes. */
function* singleUses(paper: AnyPaper): Generator<Use> {
  const { detailBy, tree, mergedInto, duplicates, key, once = [] } = paper;
  const single = {
    'detail by reference': detailBy,
    tree: tree?.parent,
    'merged rows': mergedInto,
    duplicates: duplicates?.by[0],
    'key of references': key,
  };
  const use = useOf(paper);
  for (const [user, field] of Object.entries(single)) if (field !== undefined) yield use(field, user);
  for (const { by } of once as readonly OnceRule[]) yield use(by[0], 'one row a fact');
}

/** Yield the lookups of other papers' rows by a row: lines, annexes, tabs, and references that prevent its removal. */
function* rowUses(paper: AnyPaper, papers: PaperMap): Generator<Use> {
  const { name, lines = {}, annexes, follows = [] } = paper;
  for (const line of Object.values(lines)) yield { paper: line.paper, field: line.parent, user: `lines of ${name}` };
  if (annexes) yield { paper: annexes.paper, field: annexes.parent, user: `annexes of ${name}` };
  for (const header of follows) yield { paper: name, field: String(header.parent), user: `rows of ${header.paper}` };
  for (const tab of pointersAt(paper, papers.values()))
    yield { paper: pointerPaper(tab).name, field: tab.field, user: `tab of ${name}` };
  for (const [field, options] of storedFields(paper)) {
    const target = kindOf(options).isRelation ? papers.get(options.paper ?? '') : undefined;
    if (target && isRemovedByPeople(target)) yield { paper: name, field, user: `removal of ${target.name}` };
  }
}

/** Yield the lookups by statements of rooms, each with its reason. */
function* statementUses({ name, indexed = {} }: AnyPaper): Generator<Use> {
  for (const [field, user] of Object.entries(indexed)) yield { paper: name, field, user: String(user) };
}

/** Has the field a column that an index of equality or order can hold? */
const isIndexable = (paper: AnyPaper, name: string): boolean => {
  const field = fieldOf(paper, name);
  if (!field || field.computed) return false;
  const type = columnFor(field).type(field);
  return !type.endsWith('[]') && type !== 'jsonb';
};

function usersIn(papers: PaperMap): ReadonlyMap<string, FieldUsers> {
  const found = new Map<string, Map<string, string[]>>();
  for (const paper of papers.values())
    for (const use of [
      ...scopeUses(paper),
      ...stateUses(paper),
      ...listUses(paper),
      ...singleUses(paper),
      ...rowUses(paper, papers),
      ...statementUses(paper),
    ]) {
      const of = papers.get(use.paper);
      if (!of || !isIndexable(of, use.field)) continue;
      const fields = found.get(use.paper) ?? new Map<string, string[]>();
      found.set(use.paper, fields);
      const users = fields.get(use.field) ?? [];
      fields.set(use.field, users);
      if (!users.includes(use.user)) users.push(use.user);
    }
  return found;
}

const made = new WeakMap<PaperMap, ReadonlyMap<string, FieldUsers>>();
const NONE: FieldUsers = new Map();

/** Return the fields of a paper that need an index, each with the reasons (`user`) in all papers of the product. */
export function fieldUsersOf({ name }: AnyPaper, papers: PaperMap): FieldUsers {
  let all = made.get(papers);
  if (!all) made.set(papers, (all = usersIn(papers)));
  return all.get(name) ?? NONE;
}
