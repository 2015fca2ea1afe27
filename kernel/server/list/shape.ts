import { columnFor } from '#kernel/fields/columns.server.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { changesAbout, pointingParts } from '#kernel/fields/structured/structured.ts';
import { hides, masked } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import { type Label, type Language, textIn, labelIn } from '#kernel/language/label.ts';
import { type AnyPaper, columnOf, fieldsOf, fieldOf } from '#kernel/language/paper.ts';
import { memoizePerPaper } from '#kernel/language/memoize-per-paper.ts';
import type { Behaviour } from '../assembly/behaviour.ts';
import { baseFields } from '#kernel/fields/base-fields.ts';

const baseColumns = ['id', 'createUser', 'createDept', 'createTime', 'updateUser', 'updateTime', 'status', 'version'];

/** Longer ones stand in the detail alone. */
const MOST_IN_LISTS = 4000;

/** Stacks, and whatever its kind calls long. */
const isLong = (field: Field): boolean => columnFor(field).isLong?.(field) ?? (field.max ?? 0) > MOST_IN_LISTS;

/** The fields a list carries: those with a column in it, and those the screen needs to act on a row; of papers that clients of the family read, all. */
export const listFields = memoizePerPaper((paper): readonly string[] => {
  const { hint = [], card = [], wireNames = {}, tree, self, key, lifecycle } = paper;
  const wanted = new Set<string>([
    paper.caption,
    paper.englishCaption ?? paper.caption,
    ...hint,
    ...card,
    ...(Object.values(wireNames) as string[]),
    ...(Object.values(paper.says ?? {}) as string[]),
    ...[tree?.parent, self, key, lifecycle?.field].flatMap((name) => (name === undefined ? [] : [String(name)])),
  ]);
  const isWanted = ([name, field]: readonly [string, Field]): boolean =>
    !field.secret &&
    (wanted.has(name) ||
      field.list === true ||
      kindOf(field).isRelation === true ||
      (paper.wholeRows === true && !isLong(field)));
  return fieldsOf(paper)
    .filter(isWanted)
    .map(([name]) => name);
});

export const detailFields = memoizePerPaper((paper): readonly string[] =>
  fieldsOf(paper)
    .filter(([, field]) => !field.secret || field.sealed)
    .map(([name]) => name),
);

const selectedAnyway = memoizePerPaper((paper): string[] =>
  [...baseColumns, ...(paper.owner === 'platform' ? [] : ['tenantId'])]
    .filter((name) => !Object.hasOwn(paper.fields, name))
    .map((name) => `t.${columnOf(name)} as "${name}"`),
);

/** The select list of some fields: `t.repair_no as "repairNo"`. Where no day is told, computed fields that need one are left out. */
export function selectOf(
  paper: AnyPaper,
  names: readonly string[],
  behaviour: Behaviour | undefined,
  today?: string,
): string {
  const own = names.flatMap((name) => {
    const field = paper.fields[name];
    if (field.sealed) return [`(t.${columnOf(name)} is not null) as "${name}"`];
    if (!field.computed) return [`t.${columnOf(name)} as "${name}"`];
    const sql = (behaviour?.computed as Record<string, string> | undefined)?.[name];
    if (!sql || (sql.includes('$today') && !today)) return [];
    return [`(${sql.replaceAll('$today', `date '${today}'`)}) as "${name}"`];
  });
  return [...selectedAnyway(paper), ...own].join(', ');
}

const pointing = (field: Field): boolean => pointingParts(field).length > 0 || kindOf(field).pointsTo !== undefined;

/** What a reader of rows is told beside them. */
export interface RowPresenter {
  readonly language: Language;
  /** What stands between several names in his language. */
  readonly joint: string;
  choice(field: Field, key: string): string | undefined;
  /** How the row is called that an id points at. */
  caption(paper: string, id: string): string | undefined;
  /** A link to the picture of the row that an id points at; undefined where it has none. */
  portrait(paper: string, id: string): string | undefined;
  /** A link to a file; its name tells what it is. */
  link(attachment: string, name: string | undefined): string;
  /** Changes that a log keeps of papers of a kind of business, without what is hidden from the reader there. */
  changes(about: unknown, kept: unknown): unknown;
}

type Raw = Record<string, unknown>;

/** What stands for nothing. An unknown number is left out: clients of the family would read an empty text as one that they do not know. */
export function emptyOf(field: Field): unknown {
  if (field.asText || (field as { csv?: boolean }).csv) return '';
  return (field as { numeric?: boolean }).numeric ? undefined : columnFor(field).empty;
}

/** A value as it goes over the wire: masked, files as links, nothing as what stands for nothing. */
export function wireValueOf(
  raw: unknown,
  field: Field,
  eyes: Pick<RowPresenter, 'language' | 'link' | 'caption'>,
  excerpt = false,
): unknown {
  if (raw === null || raw === undefined) return emptyOf(field);
  if (field.isProductText) return textIn(String(raw), eyes.language);
  const { wire } = columnFor(field);
  if (wire) return wire(raw, field, { link: (id) => eyes.link(id, eyes.caption(field.paper ?? '', id)), excerpt });
  if (hides(field.personal)) return masked(String(raw), field.personal);
  return wireValue(raw, field);
}

/** What a row keeps, before it goes over the wire: of changes those of fields that the reader may read. */
export function keptValueOf(raw: Raw, name: string, field: Field, eyes: Pick<RowPresenter, 'changes'>): unknown {
  const about = changesAbout(field);
  return about === undefined ? raw[name] : eyes.changes(raw[about], raw[name]);
}

/** The value itself in the habit of the wire. */
function wireValue(raw: unknown, field: Field): unknown {
  const { read, asText = String } = columnFor(field);
  const value = read ? read(raw, field) : raw;
  if ((field as { wireTime?: boolean }).wireTime) return `${String(value)} 00:00:00`;
  return field.asText ? asText(value) : value;
}

function nameOf(raw: Raw, name: string, field: Field, eyes: RowPresenter): string | undefined {
  const value = raw[name];
  if (field.sealed) return value === true ? (eyes.language === 'en' ? 'Set' : '已设置') : undefined;
  if (value === null || value === undefined) return undefined;
  if (field.dictionary) {
    const choice = (key: unknown): string => eyes.choice(field, String(key)) ?? String(key);
    return Array.isArray(value) ? value.map(choice).join(eyes.joint) : choice(value);
  }
  // Of parts only those that point at rows: all else the reader's screen says by itself.
  if (!field.paper)
    return pointingParts(field).length > 0
      ? kindOf(field).text(value, field, { language: eyes.language, name: (of, id) => eyes.caption(of.paper!, id) })
      : undefined;
  if (Array.isArray(value)) return value.flatMap((id) => eyes.caption(field.paper!, String(id)) ?? []).join(eyes.joint);
  return eyes.caption(field.paper, String(value));
}

const used: Label = ['启用', 'Enabled'];
const resting: Label = ['停用', 'Disabled'];

/** The words of a field (or of the state of the row itself) as clients of the family read them: never null, and several split by commas. */
function wireName(
  raw: Raw,
  of: string,
  field: Field | undefined,
  caption: string | undefined,
  eyes: RowPresenter,
): string {
  const value = raw[of];
  if (!field) return labelIn(Number(value) === 0 ? resting : used, eyes.language);
  const { choices } = kindOf(field);
  if (choices) return labelIn(choices[String(value ?? false)], eyes.language);
  const { paper } = field;
  return Array.isArray(value) && paper
    ? value.flatMap((id) => eyes.caption(paper, String(id)) ?? []).join(',')
    : (caption ?? '');
}

/** Links to the pictures of whom a row names; most rows name nobody who has one. */
function portraitsIn(
  raw: Raw,
  people: readonly [string, Field][],
  eyes: RowPresenter,
): Record<string, string> | undefined {
  let links: Record<string, string> | undefined;
  for (const [name, field] of people) {
    const link = raw[name] ? eyes.portrait(field.paper!, String(raw[name])) : undefined;
    if (link) (links ??= {})[name] = link;
  }
  return links;
}

/** Values under their other names on the wire. */
function tellingAgain({ says = {} }: AnyPaper): (out: Raw) => void {
  const names = Object.entries(says) as [string, string][];
  return (out) => {
    for (const [name, of] of names) out[name] = out[of] ?? '';
  };
}

/** From what the driver read to what goes over the wire: values in the habit of the wire, masked, with `_names` beside them. `excerpts`: of rich text the first words, as in lists. */
export function shaper(
  paper: AnyPaper,
  names: readonly string[],
  excerpts = false,
): (raw: Raw, eyes: RowPresenter) => Raw {
  const fields = names.map((name): [string, Field] => [name, paper.fields[name]]);
  const named = [
    ...fields,
    ...(['createUser', 'updateUser', 'createDept'] as const).map((name): [string, Field] => [name, baseFields[name]]),
  ].filter(([, field]) => pointing(field) || field.sealed || field.dictionary);
  const wire = Object.entries(paper.wireNames ?? {}).filter(([, name]) => name === 'status' || names.includes(name));
  const tell = tellingAgain(paper);
  const people = named.filter(([, field]) => field.paper !== undefined && kindOf(field).showsPortrait);
  const open = fields.filter(([, field]) => !field.sealed);
  // An object that grows by fifty keys one after the other becomes slow to write and to read; a copy of one that has them does not.
  const empty = JSON.parse(
    JSON.stringify(
      Object.fromEntries(
        [
          ...baseColumns,
          'tenantId',
          'isDeleted',
          ...open.map(([name]) => name),
          ...wire.map(([name]) => name),
          ...Object.keys(paper.says ?? {}),
          '_names',
          '_portraits',
          '_can',
        ].map((name) => [name, 0]),
      ),
    ),
  ) as Raw;
  for (const name of Object.keys(empty)) empty[name] = undefined;
  return (raw, eyes) => {
    const out: Raw = { ...empty };
    for (const name of baseColumns) out[name] = raw[name] ?? '';
    if (raw.tenantId !== undefined) out.tenantId = raw.tenantId;
    out.createTime = String(raw.createTime ?? '').slice(0, 19);
    out.updateTime = String(raw.updateTime ?? '').slice(0, 19);
    out.isDeleted = 0;
    for (const [name, field] of open) {
      const value = wireValueOf(keptValueOf(raw, name, field, eyes), field, eyes, excerpts);
      if (value !== undefined) out[name] = value;
    }
    const captions: Record<string, string> = {};
    for (const [name, field] of named) {
      const caption = nameOf(raw, name, field, eyes);
      if (caption !== undefined) captions[name] = caption;
    }
    tell(out);
    for (const [name, of] of wire) out[name] = wireName(raw, of, fieldOf(paper, of), captions[of], eyes);
    out._names = captions;
    out._portraits = portraitsIn(raw, people, eyes);
    return out;
  };
}
