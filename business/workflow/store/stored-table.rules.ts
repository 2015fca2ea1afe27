/** Storage types of the engine's values: ids are stored as bigint, instants (milliseconds) as timestamps. */
export type StoredType = 'id' | 'text' | 'json' | 'instant' | 'integer' | 'flag';

const COLUMN_TYPES: Readonly<Record<StoredType, string>> = {
  id: 'bigint',
  text: 'text',
  json: 'jsonb',
  instant: 'timestamptz',
  integer: 'integer',
  flag: 'boolean',
};

/** SQL types of values in rows that are sent as JSON. */
const SENT_TYPES: Readonly<Record<StoredType, string>> = { ...COLUMN_TYPES, instant: 'float8' };

/** Storage types of the fields of a row; `?` after the type: nullable. */
export type StoredFields<Row> = { readonly [K in keyof Row]-?: StoredType | `${StoredType}?` };

export const columnOfField = (field: string): string => field.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);

const typeOf = (stored: string): StoredType => stored.replace('?', '') as StoredType;

/** Return SQL that reads a column as the engine expects it: ids as text, instants as milliseconds. */
const readAs = (field: string, stored: string, from: string): string => {
  const column = `${from}.${columnOfField(field)}`;
  const type = typeOf(stored);
  if (type === 'id') return `${column}::text as "${field}"`;
  if (type === 'instant') return `(extract(epoch from ${column}) * 1000)::bigint as "${field}"`;
  return `${column} as "${field}"`;
};

/** Return SQL that selects all fields of a row for the engine, from the table alias `from`. */
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

/** Return SQL that sets the columns whose fields a sent row contains; the others keep their values. */
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
 * The statements of one table as parts of a larger one. `$1` is the company, `$2` the root instance; other values are
 * placeholders: rows as JSON, ids as an array, or the only id.
 * Without ids PostgreSQL estimates a hundred rows for a JSON set and reads the whole table.
 */
export interface TableStatements {
  inserting(rows: string): string;
  changing(rows: string, ids: string): string;
  changingOne(rows: string, id: string): string;
  deleting(ids: string): string;
}

/**
 * Return the statements that write rows of a table; updates exclude the fixed fields that the engine declares
 * (`FIXED_FIELDS`).
 */
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

/** Return the columns of a table for rows of the engine. */
export const columnPlans = (
  fields: Readonly<Record<string, string>>,
): { name: string; type: string; notNull: boolean }[] =>
  Object.entries(fields).map(([field, stored]) => ({
    name: columnOfField(field),
    type: COLUMN_TYPES[typeOf(stored)],
    notNull: !stored.endsWith('?'),
  }));
