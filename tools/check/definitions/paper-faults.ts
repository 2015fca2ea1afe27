import { kindOf } from '#kernel/fields/kinds.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, type OnceRule, type PartialIndex, fieldsOf } from '#kernel/language/paper.ts';
import type { Room } from '#kernel/language/room.ts';

/** Names of the columns that every table has, in addition to the fields of its paper. */
const BASE = new Set([
  'id',
  'createTime',
  'updateTime',
  'createUser',
  'createDept',
  'updateUser',
  'sort',
  'status',
  'version',
]);

/** Return papers that share a name, a table or an address. */
export function sharedNames(papers: readonly AnyPaper[]): string[] {
  const twice = (what: string, of: (paper: AnyPaper) => readonly string[]): string[] => {
    const all = papers.flatMap((paper) => [...of(paper)]);
    return [...new Set(all.filter((name, index) => all.indexOf(name) !== index))].map(
      (name) => `Two papers share the ${what} ${name}.`,
    );
  };
  return [
    ...twice('name', ({ name }) => [name]),
    ...twice('table', ({ table }) => [table]),
    ...twice('path', ({ path, aliases = [] }) => [path, ...aliases]),
  ];
}

export function paperFaults(paper: AnyPaper, rooms: readonly Room[]): string[] {
  const papers = new Map(rooms.flatMap((room) => room.papers).map((one) => [one.name, one]));
  const groups = new Set(rooms.flatMap((room) => room.groups ?? []).map(({ code }) => code));
  return [
    ...mentioned(paper)
      .filter(([, name]) => !(name in paper.fields) && !BASE.has(name))
      .map(([where, name]) => `${paper.name}: ${where} names the field ${name}, which it does not have.`),
    ...fieldsOf(paper).flatMap(([name, field]) => fieldFaults(paper, name, field, papers, rooms)),
    ...calendarFaults(paper),
    ...partialIndexFaults(paper),
    ...childFaults(paper, papers),
    ...partFaults(paper, papers),
    ...(paper.menu && !groups.has(paper.menu.group)
      ? [`${paper.name}: there is no menu group ${paper.menu.group}.`]
      : []),
    ...roleFaults(paper, rooms),
  ];
}

const partialIndexesOf = (paper: AnyPaper): readonly PartialIndex[] =>
  (paper.partialIndexes ?? []) as readonly PartialIndex[];

const onceRulesOf = (paper: AnyPaper): readonly OnceRule[] => (paper.once ?? []) as readonly OnceRule[];

/** All parts of a definition that name fields, each with a function that returns the names. */
const MENTIONS: Readonly<Record<string, (paper: AnyPaper) => readonly unknown[] | undefined>> = {
  caption: (paper) => [paper.caption],
  hint: (paper) => paper.hint,
  search: (paper) => paper.search,
  findable: (paper) => paper.findable?.by,
  order: (paper) => [paper.order?.by],
  uniques: (paper) => paper.uniques?.flat(),
  partialIndexes: (paper) => partialIndexesOf(paper).flatMap(({ by, where }) => [by, ...Object.keys(where)]),
  duplicates: (paper) => paper.duplicates?.by,
  once: (paper) => onceRulesOf(paper).flatMap(({ by, within, where }) => [...by, within, ...Object.keys(where ?? {})]),
  tree: (paper) => [paper.tree?.parent],
  self: (paper) => [paper.self],
  mergedInto: (paper) => [paper.mergedInto],
  pickable: (paper) => paper.pickable,
  card: (paper) => paper.card,
  judged: (paper) => paper.judged,
  columns: (paper) => paper.columns?.filter((name) => name !== 'createTime'),
  calendar: ({ calendar }) => calendar && [calendar.from, calendar.to],
  groups: (paper) => paper.groups?.flatMap((group) => group.fields),
  team: ({ team }) => team && ['field' in team ? team.field : team.through],
  ownedPeriod: ({ ownedPeriod: owned }) => owned && [owned.through, owned.at],
  department: ({ department }) => department && [department.through],
  says: ({ says }) => says && Object.values(says),
  shownWhen: ({ shownWhen = {} }) =>
    Object.entries(shownWhen).flatMap(([field, when]) => [field, (when as { field: string }).field]),
};

function mentioned(paper: AnyPaper): [where: string, field: string][] {
  return Object.entries(MENTIONS).flatMap(([where, names]) =>
    (names(paper) ?? []).filter((name) => name !== undefined).map((name): [string, string] => [where, String(name)]),
  );
}

function fieldFaults(
  paper: AnyPaper,
  name: string,
  field: Field,
  papers: ReadonlyMap<string, AnyPaper>,
  rooms: readonly Room[],
): string[] {
  const here = `${paper.name}.${name}`;
  const faults: string[] = [];
  faults.push(...boundFaults(here, paper, field));
  if (field.paper !== undefined && !papers.has(field.paper))
    faults.push(`${here} points at ${field.paper}, which is no paper.`);
  faults.push(...dictionaryFaults(here, field, rooms));
  if (field.copied) faults.push(...copyFaults(here, paper, field.copied, papers));
  const { estate } = field as { estate?: string };
  if (estate !== undefined && !paper.fields[estate]?.paper)
    faults.push(`${here} lies in ${estate}, which is no reference.`);
  faults.push(...readersFaults(here, paper, name, field));
  return faults;
}

/** Return a fault for a number without a maximum that a person can enter: one absurd value would break sums. */
const boundFaults = (here: string, paper: AnyPaper, field: Field): string[] =>
  paper.readOnly || field.auto || field.computed || !kindOf(field).number || kindOf(field).maxOf?.(field) !== undefined
    ? []
    : [`${here} is a number without \`max\`.`];

function dictionaryFaults(here: string, field: Field, rooms: readonly Room[]): string[] {
  const known = rooms.flatMap((room) => room.dictionaries).find(({ code }) => code === field.dictionary?.code);
  const faults: string[] = [];
  if (field.dictionary && !known)
    faults.push(`${here} uses the dictionary ${field.dictionary.code}, which no room lists.`);
  if (field.dictionary && known && known !== field.dictionary)
    faults.push(`${here} uses another dictionary than the listed one of the code ${known.code}.`);
  if (field.dictionary && typeof field.initial === 'string' && !(field.initial in field.dictionary.items))
    faults.push(`${here} begins with ${field.initial}, which is not in ${field.dictionary.code}.`);
  return faults;
}

/** Parts of a definition that everybody can see or use, so they must not name a field with restricted readers. */
const OPEN_TO_ALL = [
  'caption',
  'hint',
  'search',
  'findable',
  'order',
  'uniques',
  'duplicates',
  'tree',
  'self',
  'mergedInto',
  'pickable',
  'team',
] as const;

function readersFaults(here: string, paper: AnyPaper, name: string, field: Field): string[] {
  if (!field.readers) return [];
  const open = OPEN_TO_ALL.filter((place) => (MENTIONS[place](paper) ?? []).map(String).includes(name));
  return [
    ...(Object.hasOwn(paper.buttons ?? {}, field.readers)
      ? []
      : [`${here} is for the readers of the button ${field.readers}, which ${paper.name} does not have.`]),
    ...open.map((place) => `${here} is for some readers only, but ${place} shows it to all.`),
    ...(field.filter === 'like'
      ? [`${here} is for some readers only, but the quick search of all looks into it.`]
      : []),
    ...(field.required && !field.auto
      ? [`${here} is for some readers only, but nobody else could save without it.`]
      : []),
  ];
}

function copyFaults(
  here: string,
  paper: AnyPaper,
  { from, field }: { from: string; field: string },
  papers: ReadonlyMap<string, AnyPaper>,
): string[] {
  const source = papers.get(paper.fields[from]?.paper ?? '');
  if (!source) return [`${here} is copied from ${from}, which is no reference.`];
  return field in source.fields || BASE.has(field)
    ? []
    : [`${here} is copied from ${source.name}.${field}, which is not there.`];
}

/**
 * Return a fault unless the calendar uses stored days or moments with a range filter, by which it queries its weeks.
 */
function calendarFaults({ name, calendar, fields }: AnyPaper): string[] {
  return [calendar?.from, calendar?.to].flatMap((one) => {
    const field = (one === undefined ? undefined : fields[one]) as Field | undefined;
    return field && !(kindOf(field).time && field.filter === 'range' && !field.computed && field.list)
      ? [`${name}: the calendar needs a stored day or moment of the list with the filter “range”, and ${one} is none.`]
      : [];
  });
}

/**
 * Return a fault for a partial index on a value that the dictionary does not have: the index would stay empty
 * unnoticed.
 */
function partialIndexFaults(paper: AnyPaper): string[] {
  return partialIndexesOf(paper).flatMap(({ where }) =>
    Object.entries(where).flatMap(([name, words = []]) => {
      const { dictionary } = (paper.fields[name] ?? {}) as Field;
      return words
        .filter((word) => !Object.hasOwn(dictionary?.items ?? {}, word))
        .map((word) => `${paper.name}: an index of a few rows names ${name} ${word}, which is no word of it.`);
    }),
  );
}

function childFaults(paper: AnyPaper, papers: ReadonlyMap<string, AnyPaper>): string[] {
  const children = [...Object.values(paper.lines ?? {}), ...(paper.annexes ? [paper.annexes] : [])] as {
    paper: string;
    parent: string;
  }[];
  return children.flatMap(({ paper: name, parent }) => {
    const child = papers.get(name);
    if (!child) return [`${paper.name} has children of ${name}, which is no paper.`];
    return child.fields[parent]?.paper === paper.name
      ? []
      : [`${name}.${parent} does not point back at ${paper.name}.`];
  });
}

/**
 * Return a fault if a paper is a part of another one but does not follow its state, as lines and annexes do. A paper is
 * a part if its menu entry is below that of the other paper and a required field refers to that paper.
 */
function partFaults(paper: AnyPaper, papers: ReadonlyMap<string, AnyPaper>): string[] {
  const above = papers.get(paper.under ?? '');
  const points = Object.values(paper.fields as Record<string, Field>).some(
    (field) => field.paper === above?.name && field.required,
  );
  if (!above?.lifecycle || paper.readOnly || !points) return [];
  const follows =
    paper.follows?.some((one) => one.paper === above.name) ||
    above.annexes?.paper === paper.name ||
    Object.values(above.lines ?? {}).some((line) => line.paper === paper.name);
  return follows
    ? []
    : [`${paper.name}: belongs to ${above.name}, whose state says nothing about it: say how it \`follows\`.`];
}

function roleFaults(paper: AnyPaper, rooms: readonly Room[]): string[] {
  const known = knownRoles(rooms);
  const named: [where: string, roles: readonly string[]][] = [
    ...Object.entries(paper.rights).map(([right, roles]): [string, readonly string[]] => [
      `rights, ${right}`,
      roles as readonly string[],
    ]),
    ...Object.entries(paper.buttons ?? {}).map(([button, { roles }]): [string, readonly string[]] => [
      `buttons, ${button}`,
      roles,
    ]),
  ];
  return named.flatMap(([where, roles]) =>
    roles.filter((role) => !known.has(role)).map((role) => `${paper.name}: there is no role ${role} (${where}).`),
  );
}

/** Return all roles: the two of the platform itself, and those of the rooms. */
export const knownRoles = (rooms: readonly Room[]): ReadonlySet<string> =>
  new Set(['administrator', 'admin', ...rooms.flatMap((room) => room.roles ?? []).map(({ alias }) => alias)]);
