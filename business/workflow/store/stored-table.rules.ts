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

const sentRows = (fields: Readonly<Record<string, string>>): string =>
  `jsonb_to_recordset($1::jsonb) as r(${Object.entries(fields)
    .map(([field, stored]) => `"${field}" ${SENT_TYPES[typeOf(stored)]}`)
    .join(', ')})`;

/**
 * The statements of one table; `$1` are the rows as JSON (of `deleting` their ids), `$2` the company; of `inserting` `$3` is the root
 * instance, of `changing` the ids of the rows, of `changingOne` its only id:
 * without these PostgreSQL takes a set of JSON for a hundred rows and reads all of a table.
 */
export interface TableStatements {
  readonly inserting: string;
  readonly changing: string;
  readonly changingOne: string;
  readonly deleting: string;
}

/** The statements that write rows of a table; what an engine's row never changes is not written again. */
export function statementsOf(
  table: string,
  fields: Readonly<Record<string, string>>,
  { fixed = [], hasRoot = true }: { readonly fixed?: readonly string[]; readonly hasRoot?: boolean } = {},
): TableStatements {
  const entries = Object.entries(fields);
  const columns = entries.map(([field]) => columnOfField(field));
  const values = entries.map(([field, stored]) => writtenAs(field, stored));
  const changed = entries.filter(([field]) => field !== 'id' && !fixed.includes(field));
  const setting = `update ${table} t set ${changed.map(([field, stored]) => `${columnOfField(field)} = ${writtenAs(field, stored)}`).join(', ')} from ${sentRows(fields)} where t.id = r.id and t.tenant_id = $2`;
  return {
    inserting: `insert into ${table} (${columns.join(', ')}, tenant_id${hasRoot ? ', root_id' : ''}) select ${values.join(', ')}, $2${hasRoot ? ', $3::bigint' : ''} from ${sentRows(fields)}`,
    changing: `${setting} and t.id = any($3::bigint[])`,
    changingOne: `${setting} and t.id = $3::bigint`,
    deleting: `delete from ${table} where tenant_id = $2 and id = any($1::bigint[])`,
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
