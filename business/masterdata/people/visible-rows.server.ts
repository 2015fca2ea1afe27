import { kindOf } from '#kernel/fields/kinds.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import { hides, masked } from '#kernel/fields/mask.ts';
import type { Field } from '#kernel/language/field.ts';
import { type AnyPaper, columnOf, fieldsOf } from '#kernel/language/paper.ts';
import { decide, visibleTo } from '#kernel/language/permission.ts';
import { Parameters, type Reading, scopeSql, unpaged } from '#kernel/server';
import { columnFor } from '#kernel/fields/columns.server.ts';

/** A row as a person is shown it: personal data masked, hidden fields left out. */
export type VisibleRow = Record<string, unknown> & { readonly id: string };

/** Which rows: equal to a value or one of several, besides a condition of its own over `t`. */
export interface VisibleQuery {
  readonly match?: Readonly<Record<string, unknown>>;
  readonly also?: (values: Parameters) => string;
  readonly order?: string | ((values: Parameters) => string);
  readonly limit: number;
  /** The first so many are asked for, not all there are: that there are more is no news. */
  readonly first?: true;
  /** Rows for this button; those of reading unless said. */
  readonly button?: string;
}

const paperIn =
  ({ rooms }: Reading) =>
  (name: string): AnyPaper => {
    const found = rooms.flatMap((room) => room.papers).find((paper) => paper.name === name);
    if (!found) throw new Error(`no paper ${name}`);
    return found;
  };

function matchSql(paper: AnyPaper, match: Readonly<Record<string, unknown>>, values: Parameters): string[] {
  return Object.entries(match).map(([name, value]) => {
    const type = name === 'id' ? 'bigint' : columnFor(paper.fields[name] as Field).type(paper.fields[name] as Field);
    return Array.isArray(value)
      ? `t.${columnOf(name)} = any(${values.add(value)}::${type}[])`
      : `t.${columnOf(name)} = ${values.add(value)}`;
  });
}

/** An id from a query string; anything else is nobody's id. */
export const idFrom = (given: string | undefined): string => (given && isId(given) ? given : '0');

/** The rows a person may see, as conditions over `t`; null where he may see none. */
function sightSql(
  reading: Reading,
  paper: AnyPaper,
  wanted: Pick<VisibleQuery, 'match' | 'also' | 'button'>,
  values: Parameters,
): string | null {
  const decision = decide(reading.person, paper, wanted.button ?? 'view');
  if (!decision.allow) return null;
  const conditions = [
    `t.tenant_id = ${values.add(reading.tenantId)}`,
    't.is_deleted = 0',
    scopeSql(paper, decision.where, values, paperIn(reading)),
    ...matchSql(paper, wanted.match ?? {}, values),
  ];
  if (wanted.also) conditions.push(wanted.also(values));
  return conditions.join(' and ');
}

/** The rows a person may see, as one condition over `t`, for a statement of one's own. */
export const visibleSql = (reading: Reading, paper: AnyPaper, values: Parameters): string =>
  sightSql(reading, paper, {}, values) ?? 'false';

async function idsSeen(reading: Reading, paper: AnyPaper, wanted: VisibleQuery): Promise<string[]> {
  const values = new Parameters();
  const where = sightSql(reading, paper, wanted, values);
  if (!where) return [];
  const order =
    typeof wanted.order === 'function' ? wanted.order(values) : (wanted.order ?? 't.create_time desc, t.id desc');
  const text = `select t.id::text as id from ${paper.table} t where ${where}`;
  const rows =
    wanted.first || wanted.limit === 1
      ? await reading.sql.query<{ id: string }>(`${text} order by ${order} limit ${wanted.limit}`, values.values)
      : await unpaged<{ id: string }>(reading.sql, { text, order, values: values.values, most: wanted.limit });
  return rows.map((row) => row.id);
}

/** How many rows the asking person may see. */
export async function countVisible(
  reading: Reading,
  paper: AnyPaper,
  wanted: Pick<VisibleQuery, 'match' | 'also'>,
): Promise<number> {
  const values = new Parameters();
  const where = sightSql(reading, paper, wanted, values);
  if (!where) return 0;
  const [counted] = await reading.sql.query<{ n: number }>(
    `select count(*)::int as n from ${paper.table} t where ${where}`,
    values.values,
  );
  return counted.n;
}

/** What a program goes on with, whoever asks: it leads to other rows and says nothing by itself. */
const leadsOn = (field: Field): boolean => {
  const { pointsTo, code } = kindOf(field);
  return pointsTo !== undefined && !code;
};

/** Whole rows lose what is hidden when they are answered; what a call reads out of one is lost to it here already, but for what leads on. */
function shownRow(reading: Reading, paper: AnyPaper, row: Record<string, unknown>): VisibleRow {
  const out: Record<string, unknown> = { ...row };
  const { fields } = visibleTo(reading.person, paper);
  for (const [name, field] of fieldsOf(paper)) {
    if (field.secret || (!Object.hasOwn(fields, name) && !leadsOn(field))) delete out[name];
    else if (hides(field.personal) && typeof out[name] === 'string') out[name] = masked(out[name], field.personal);
  }
  return out as VisibleRow;
}

/** Rows that the asking person may see, masked, in order: for calls of our own, which the kernel's lists do not guard. */
export async function visibleRows(reading: Reading, paper: AnyPaper, wanted: VisibleQuery): Promise<VisibleRow[]> {
  const ids = await idsSeen(reading, paper, wanted);
  if (ids.length === 0) return [];
  const rows = new Map(
    (await reading.find(paper, { id: ids }, ids.length)).map((row) => [String(row.id), row as Record<string, unknown>]),
  );
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [shownRow(reading, paper, row)] : [];
  });
}
