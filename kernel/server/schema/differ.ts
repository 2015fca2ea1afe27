import { must } from '#kernel/language/must.ts';
import { NEXT, createMaintainer, maintainerBody, namesColumn } from './maintained.ts';
import { type ColumnPlan, type IndexPlan, type Table, expressionOver, maintainerOf, storageText } from './table.ts';

/** A column as it is. */
export interface PresentColumn {
  readonly type: string;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
  readonly generated: string | null;
}

/** What a database has, read from its catalogue. */
export interface PresentSchema {
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, PresentColumn>>;
  /** The bodies of the functions that write maintained columns, by their names. */
  readonly maintainers: ReadonlyMap<string, string>;
  /** As PostgreSQL writes them. */
  readonly indexes: ReadonlyMap<string, string>;
}

/** Statements that bring the database to the plan, and what they cannot do without losing something. */
export interface SchemaDifference {
  readonly statements: string[];
  readonly destructive: string[];
  /** Columns that the plan does not know, and that rows need not fill: a newer release has them, or an older one had. They are left alone. */
  readonly unknown: string[];
  /** Maintained columns that are built anew beside the old ones, after everything else. */
  readonly beside: { readonly table: Table; readonly column: ColumnPlan }[];
}

const quote = (name: string): string => `"${name}"`;

const defined = (column: ColumnPlan): string =>
  [
    quote(column.name),
    column.type,
    column.generated ? `generated always as (${column.generated}) stored` : '',
    column.initial ? `default ${column.initial}` : '',
    column.notNull ? 'not null' : '',
  ]
    .filter(Boolean)
    .join(' ');

export const indexStatement = (table: Table, index: IndexPlan): string =>
  index.exclude
    ? `alter table ${quote(table.name)} add constraint ${quote(index.name)} exclude using gist (${index.on})${index.where ? ` where (${index.where})` : ''}`
    : `create ${index.unique ? 'unique ' : ''}index if not exists ${quote(index.name)} on ${quote(table.name)} using ${index.using ?? 'btree'} (${index.on})${index.where ? ` where ${index.where}` : ''}`;

/** What an index holds, without the brackets, casts and names that PostgreSQL writes otherwise. */
const heldBy = (statement: string): string =>
  statement
    .toLowerCase()
    .replace(/^create (unique )?index.*? using /, '$1')
    .replaceAll(/::\w+|["()\s]/g, '');

/** An index that is missing is made; one that held something else is made anew. A constraint is left as it is: its index does not tell what it compares by. */
function indexed(table: Table, index: IndexPlan, present: string | undefined): string[] {
  const statement = indexStatement(table, index);
  if (present === undefined) return [statement];
  return index.exclude || heldBy(present) === heldBy(statement) ? [] : [`drop index ${quote(index.name)}`, statement];
}

/** A divided table holds no rows itself, so that storage parameters belong to its parts. */
function dividedBy({ spans, storage }: Table): string {
  if (spans) return ` partition by range (${quote(spans.by)})`;
  return storage ? ` with (${storageText(storage)})` : '';
}

/** Makes a table that is not there yet, with what writes its maintained columns. */
export const create = (table: Table): string[] => [
  `create table ${quote(table.name)} (${table.columns.map(defined).join(', ')}, primary key (${table.primaryKey.map(quote).join(', ')}))${dividedBy(table)}`,
  ...table.columns.flatMap((column) =>
    column.isExternal
      ? [`alter table ${quote(table.name)} alter column ${quote(column.name)} set storage external`]
      : [],
  ),
  ...table.columns.flatMap((column) => (column.maintained ? createMaintainer(table.name, column) : [])),
];

/** Types PostgreSQL says in other words than we do. */
const spelled: Readonly<Record<string, string>> = {
  'timestamp with time zone': 'timestamptz',
  'time without time zone': 'time',
  'character varying': 'text',
};
const typeName = (type: string): string => (spelled[type] ?? type).replaceAll(' ', '');

/** A column that was left unfinished where a start was cut off: it is begun anew. */
const isUnderWay = (column: string): boolean => column.endsWith(NEXT);

/** A maintained column stays, or is built beside. One that PostgreSQL generated until now keeps its values, and a trigger writes it from here on. */
function maintain(
  { table, column }: { readonly table: Table; readonly column: ColumnPlan },
  present: { readonly generated: string | null } | undefined,
  maintainers: PresentSchema['maintainers'],
  out: SchemaDifference,
): void {
  if (present?.generated && !changed(present.generated, expressionOver(must(column.maintained, 'maintained'))))
    out.statements.push(
      `alter table ${quote(table.name)} alter column ${quote(column.name)} drop expression`,
      ...createMaintainer(table.name, column),
    );
  else if (
    !present ||
    present.generated ||
    maintainers.get(maintainerOf(table.name, column.name)) !== maintainerBody(column)
  )
    out.beside.push({ table, column });
}

function alterColumn(
  table: Table,
  column: ColumnPlan,
  present: { readonly type: string; readonly generated: string | null },
  out: SchemaDifference,
): void {
  if (typeName(present.type) !== typeName(column.type))
    out.destructive.push(`${table.name}.${column.name}: ${present.type} → ${column.type}`);
  // Generated from other columns, so nothing is lost when it is made anew; its index goes with it.
  else if (column.generated && changed(present.generated, column.generated))
    out.statements.push(
      `alter table ${quote(table.name)} drop column ${quote(column.name)}`,
      `alter table ${quote(table.name)} add column ${defined(column)}`,
    );
}

/** A column of the plan, or one that is being built. */
const isPlanned = (table: Table, name: string): boolean =>
  isUnderWay(name) || table.columns.some((column) => column.name === name);

/** Columns that the plan does not know: only those that each row must fill are in the way. */
function noteUnplanned(table: Table, has: ReadonlyMap<string, PresentColumn>, out: SchemaDifference): void {
  for (const [name, { notNull, hasDefault, generated }] of has) {
    if (isPlanned(table, name)) continue;
    const mustBeFilled = notNull && !hasDefault && generated === null;
    (mustBeFilled ? out.destructive : out.unknown).push(`${table.name}.${name}: dropped`);
  }
}

function alter(
  table: Table,
  has: ReadonlyMap<string, PresentColumn>,
  maintainers: PresentSchema['maintainers'],
  out: SchemaDifference,
): void {
  for (const column of table.columns) {
    const present = has.get(column.name);
    if (column.maintained && (!present || typeName(present.type) === typeName(column.type)))
      maintain({ table, column }, present, maintainers, out);
    else if (present) alterColumn(table, column, present, out);
    // An added column of a table with rows may not be NOT NULL without a default; the product checks it anyway.
    else
      out.statements.push(
        `alter table ${quote(table.name)} add column ${defined({ ...column, notNull: column.notNull && column.initial !== undefined })}`,
      );
  }
  noteUnplanned(table, has, out);
}

/** PostgreSQL rewrites an expression; only the columns it names, in their order, tell whether it is still the same. */
function changed(present: string | null, planned: string): boolean {
  const names = (text: string): string =>
    [...text.replaceAll(/'[^']*'(::text)?/g, '').matchAll(/[a-z_]\w*/g)]
      .map((match) => match[0])
      .filter((word) => !['coalesce', 'lower', 'text', 'right'].includes(word))
      .join(' ')
      .replaceAll(/right/g, '');
  return names((present ?? '').replaceAll('"', '')) !== names(planned);
}

/** What must be done to a database so that it carries all these tables. */
export function schemaDifference(tables: readonly Table[], present: PresentSchema): SchemaDifference {
  const out: SchemaDifference = { statements: [], destructive: [], unknown: [], beside: [] };
  for (const table of tables) {
    const has = present.columns.get(table.name);
    if (has) alter(table, has, present.maintainers, out);
    else out.statements.push(...create(table));
    const made = out.statements.some((statement) => statement.includes(`alter table ${quote(table.name)} drop column`));
    const unbuilt = out.beside.filter((one) => one.table === table).map(({ column }) => column.name);
    for (const index of table.indexes.filter((one) => !unbuilt.some((name) => namesColumn(one, name))))
      out.statements.push(
        ...(made ? [indexStatement(table, index)] : indexed(table, index, present.indexes.get(index.name))),
      );
  }
  return out;
}

/** Reads what is there. */
export const presentColumns = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
         (a.attgenerated = '' and d.adbin is not null) or a.attidentity <> '' as "hasDefault",
         case when a.attgenerated = 's' then pg_get_expr(d.adbin, d.adrelid) end as generated
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where n.nspname = current_schema() and c.relkind in ('r', 'p')`;
export const presentMaintainers = `
  select p.proname as name, p.prosrc as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = current_schema() and p.prorettype = 'trigger'::regtype`;
export const presentIndexes =
  'select indexname as name, indexdef as text from pg_indexes where schemaname = current_schema()';
