/** How a value of the engine's rows is stored: ids as numbers, instants (milliseconds) as moments. */
export type StoredType = 'id' | 'text' | 'json' | 'instant' | 'integer' | 'flag';

const COLUMN_TYPES: Readonly<Record<StoredType, string>> = {
  id: 'bigint',
  text: 'text',
  json: 'jsonb',
  instant: 'timestamptz',
  integer: 'integer',
  flag: 'boolean',
};

/** How a value comes in a set of rows of JSON. */
const SENT_TYPES: Readonly<Record<StoredType, string>> = { ...COLUMN_TYPES, instant: 'float8' };

/** The fields of one kind of row; a `?` behind the type: it may be null. */
export type StoredFields<Row> = { readonly [K in keyof Row]-?: StoredType | `${StoredType}?` };

export const columnOfField = (field: string): string => field.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);

const typeOf = (stored: string): StoredType => stored.replace('?', '') as StoredType;

/** A value as the engine reads it: ids as text, instants as milliseconds. */
const readAs = (field: string, stored: string, from: string): string => {
  const column = `${from}.${columnOfField(field)}`;
  const type = typeOf(stored);
  if (type === 'id') return `${column}::text as "${field}"`;
  if (type === 'instant') return `(extract(epoch from ${column}) * 1000)::bigint as "${field}"`;
  return `${column} as "${field}"`;
};

/** The columns of rows as the engine reads them, of the table that is called `from`. */
export const selectedFields = (fields: Readonly<Record<string, string>>, from = 't'): string =>
  Object.entries(fields)
    .map(([field, stored]) => readAs(field, stored, from))
    .join(', ');

const writtenAs = (field: string, stored: string): string =>
  typeOf(stored) === 'instant' ? `to_timestamp(r."${field}" / 1000.0)` : `r."${field}"`;

const sentRows = (fields: Readonly<Record<string, string>>, rows: string): string =>
  `jsonb_to_recordset(${rows}::jsonb) as r(${Object.entries(fields)
    .map(([field, stored]) => `"${field}" ${SENT_TYPES[typeOf(stored)]}`)
    .join(', ')})`;

/** Set the fields that a sent row names; the others stay. */
export const settingNamed = (fields: Readonly<Record<string, string>>, names: readonly string[]): string =>
  names
    .map((field) => {
      const column = columnOfField(field);
      const type = typeOf(fields[field]);
      const sent = `(r->>'${field}')::${SENT_TYPES[type]}`;
      const value = type === 'instant' ? `to_timestamp(${sent} / 1000.0)` : sent;
      return `${column} = case when r ? '${field}' then ${value} else t.${column} end`;
    })
    .join(', ');

/**
 * The statements of one table, which are parts of one. `$1` is the company, `$2` the root instance; what else they take is named by its
 * placeholder: rows as JSON, ids as an array, or the only id. Without ids PostgreSQL takes a set of JSON for a hundred rows and reads all of a table.
 */
export interface TableStatements {
  inserting(rows: string): string;
  changing(rows: string, ids: string): string;
  changingOne(rows: string, id: string): string;
  deleting(ids: string): string;
}

/** The statements that write rows of a table; an update leaves out the fixed fields, which the engine declares (`FIXED_FIELDS`). */
export function statementsOf(
  table: string,
  fields: Readonly<Record<string, string>>,
  { fixed = [], hasRoot = true }: { readonly fixed?: readonly string[]; readonly hasRoot?: boolean } = {},
): TableStatements {
  const entries = Object.entries(fields);
  const columns = entries.map(([field]) => columnOfField(field));
  const values = entries.map(([field, stored]) => writtenAs(field, stored));
  const changed = entries.filter(([field]) => !fixed.includes(field));
  const setting = (rows: string): string =>
    `update ${table} t set ${changed.map(([field, stored]) => `${columnOfField(field)} = ${writtenAs(field, stored)}`).join(', ')} from ${sentRows(fields, rows)} where t.id = r.id and t.tenant_id = $1`;
  return {
    inserting: (rows) =>
      `insert into ${table} (${columns.join(', ')}, tenant_id${hasRoot ? ', root_id' : ''}) select ${values.join(', ')}, $1${hasRoot ? ', $2::bigint' : ''} from ${sentRows(fields, rows)}`,
    changing: (rows, ids) => `${setting(rows)} and t.id = any(${ids}::bigint[])`,
    changingOne: (rows, id) => `${setting(rows)} and t.id = ${id}::bigint`,
    deleting: (ids) => `delete from ${table} where tenant_id = $1 and id = any(${ids}::bigint[])`,
  };
}

/** The columns of a table as it is made. */
export const columnPlans = (
  fields: Readonly<Record<string, string>>,
): { name: string; type: string; notNull: boolean }[] =>
  Object.entries(fields).map(([field, stored]) => ({
    name: columnOfField(field),
    type: COLUMN_TYPES[typeOf(stored)],
    notNull: !stored.endsWith('?'),
  }));
