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

/** Longer values appear in the detail only. */
const MAX_IN_LISTS = 4000;

/** Is a value too long for a list: of a kind that says so, or of a field with a large maximum? */
const isLong = (field: Field): boolean => columnFor(field).isLong?.(field) ?? (field.max ?? 0) > MAX_IN_LISTS;

/**
 * Return the fields of a list: those of its columns, and those that the screen needs to act on a row. Papers that
 * published clients read have all their fields.
 */
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

/**
 * Return the select list of some fields: `t.repair_no as "repairNo"`. Without a day, computed fields that need one are
 * left out.
 */
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

/** Texts and links for a reader of rows. */
export interface RowPresenter {
  readonly language: Language;
  /** Separator of several names in the reader's language. */
  readonly joint: string;
  choice(field: Field, key: string): string | undefined;
  /** Return the caption of a row by its id. */
  caption(paper: string, id: string): string | undefined;
  /** Return a link to the picture of a row by its id; undefined where it has none. */
  portrait(paper: string, id: string): string | undefined;
  /** Return a link to a file; its name indicates the type. */
  link(attachment: string, name: string | undefined): string;
  /** Return the logged changes of papers, without what is hidden from the reader there. */
  changes(about: unknown, changes: unknown): unknown;
}

type Raw = Record<string, unknown>;

/**
 * Return the empty value of a field. An unknown number is left out: published clients would read an empty text as a
 * number.
 */
export function emptyOf(field: Field): unknown {
  if (field.asText || (field as { csv?: boolean }).csv) return '';
  return (field as { numeric?: boolean }).numeric ? undefined : columnFor(field).empty;
}

/** Return a value for the wire: masked, files as links, and empty values in their wire form. */
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

/** Return the stored value of a field. Of logged changes, hidden fields of the changed paper are removed. */
export function keptValueOf(raw: Raw, name: string, field: Field, eyes: Pick<RowPresenter, 'changes'>): unknown {
  const about = changesAbout(field);
  return about === undefined ? raw[name] : eyes.changes(raw[about], raw[name]);
}

/** Return the value in its wire form. */
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
  // A structured value gets a text only if parts of it refer to rows. The screen builds the texts of all others.
  if (!field.paper)
    return pointingParts(field).length > 0
      ? kindOf(field).text(value, field, { language: eyes.language, name: (of, id) => eyes.caption(of.paper!, id) })
      : undefined;
  if (Array.isArray(value)) return value.flatMap((id) => eyes.caption(field.paper!, String(id)) ?? []).join(eyes.joint);
  return eyes.caption(field.paper, String(value));
}

const used: Label = ['启用', 'Enabled'];
const resting: Label = ['停用', 'Disabled'];

/**
 * Return the text of a field (or of the state of the row) for published clients: never null, several separated by
 * commas.
 */
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

/** Return links to the pictures of the people in a row; most rows name nobody with a picture. */
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

/** Return a function that copies values to their aliases in the answer (`says` of the paper). */
function tellingAgain({ says = {} }: AnyPaper): (out: Raw) => void {
  const names = Object.entries(says) as [string, string][];
  return (out) => {
    for (const [name, of] of names) out[name] = out[of] ?? '';
  };
}

/**
 * Return a function from the driver's row to the wire: values in wire form, masked, with `_names` beside them.
 * `excerpts`: of rich text only the first words, as in lists.
 */
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
  // Copy an object that has all keys: one that grows by fifty keys in turn is slow to write and to read.
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
