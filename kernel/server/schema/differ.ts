import { must } from '#kernel/language/must.ts';
import { NEXT, createMaintainer, maintainerBody, namesColumn } from './maintained.ts';
import { type ColumnPlan, type IndexPlan, type Table, expressionOver, maintainerOf, storageText } from './table.ts';

/** An existing column. */
export interface PresentColumn {
  readonly type: string;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
  readonly generated: string | null;
}

/** Schema of a database, read from its catalogue. */
export interface PresentSchema {
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, PresentColumn>>;
  /** The bodies of the functions that write maintained columns, by their names. */
  readonly maintainers: ReadonlyMap<string, string>;
  /** Definitions of the valid indexes by name, as PostgreSQL writes them. */
  readonly indexes: ReadonlyMap<string, string>;
}

/** An index to build while others read and write. */
export interface WaitingIndex {
  readonly table: Table;
  readonly index: IndexPlan;
  /** Another index has this name; it serves until the new one replaces it. */
  readonly isReplaced: boolean;
}

/** Statements that bring the database to the plan, and differences that would lose data. */
export interface SchemaDifference {
  readonly statements: string[];
  readonly destructive: string[];
  /**
   * Columns that the plan does not know, and that rows need not fill: of a newer or an older release. They are left
   * alone.
   */
  readonly unknown: string[];
  /** Indexes of existing tables, which are built after everything else. */
  readonly indexes: WaitingIndex[];
  /** Maintained columns that are rebuilt beside the old ones, after everything else. */
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

/** Return an index definition without the brackets, casts and names that PostgreSQL writes in its own form. */
const heldBy = (statement: string): string =>
  statement
    .toLowerCase()
    .replace(/^create (unique )?index.*? using /, '$1')
    .replaceAll(/::\w+|["()\s]/g, '');

/** Do two statements make the same index, whatever its name? */
export const isSameIndex = (one: string, other: string): boolean => heldBy(one) === heldBy(other);

/**
 * Return the index where it is missing, invalid or different. A constraint stays as it is: its index does not show what
 * it compares.
 */
function waitingIndex(table: Table, index: IndexPlan, present: string | undefined): WaitingIndex[] {
  if (present === undefined) return [{ table, index, isReplaced: false }];
  return index.exclude || isSameIndex(present, indexStatement(table, index))
    ? []
    : [{ table, index, isReplaced: true }];
}

/**
 * Return the clause that divides a table into partitions, or its storage parameters. A divided table has no rows
 * itself: the parameters belong to its partitions.
 */
function dividedBy({ spans, storage }: Table): string {
  if (spans) return ` partition by range (${quote(spans.by)})`;
  return storage ? ` with (${storageText(storage)})` : '';
}

/** Return the statements that create a table, with the triggers of its maintained columns. */
export const create = (table: Table): string[] => [
  `create table ${quote(table.name)} (${table.columns.map(defined).join(', ')}, primary key (${table.primaryKey.map(quote).join(', ')}))${dividedBy(table)}`,
  ...table.columns.flatMap((column) =>
    column.isExternal
      ? [`alter table ${quote(table.name)} alter column ${quote(column.name)} set storage external`]
      : [],
  ),
  ...table.columns.flatMap((column) => (column.maintained ? createMaintainer(table.name, column) : [])),
];

/** Names of types as PostgreSQL writes them, and as definitions write them. */
const spelled: Readonly<Record<string, string>> = {
  'timestamp with time zone': 'timestamptz',
  'time without time zone': 'time',
  'character varying': 'text',
};
const typeName = (type: string): string => (spelled[type] ?? type).replaceAll(' ', '');

/** Is it a column that an interrupted start left unfinished? It is built again. */
const isUnderWay = (column: string): boolean => column.endsWith(NEXT);

/**
 * Plan a maintained column: leave it, or rebuild it beside the old one. A column that PostgreSQL generated with the
 * same expression becomes an ordinary one with its values, written by a trigger.
 */
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
  // Generated from other columns, so rebuilding it loses nothing. Its index is dropped with it.
  else if (column.generated && changed(present.generated, column.generated))
    out.statements.push(
      `alter table ${quote(table.name)} drop column ${quote(column.name)}`,
      `alter table ${quote(table.name)} add column ${defined(column)}`,
    );
}

/** Is it a column of the plan, or one that is being built? */
const isPlanned = (table: Table, name: string): boolean =>
  isUnderWay(name) || table.columns.some((column) => column.name === name);

/** Note columns that the plan does not know. Those that each row must fill are destructive. */
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
    // A new column of a table with rows cannot be NOT NULL without a default; the product checks it anyway.
    else
      out.statements.push(
        `alter table ${quote(table.name)} add column ${defined({ ...column, notNull: column.notNull && column.initial !== undefined })}`,
      );
  }
  noteUnplanned(table, has, out);
}

/** Is an expression different? PostgreSQL rewrites it, so only the columns it names are compared, in their order. */
function changed(present: string | null, planned: string): boolean {
  const names = (text: string): string =>
    [...text.replaceAll(/'[^']*'(::text)?/g, '').matchAll(/[a-z_]\w*/g)]
      .map((match) => match[0])
      .filter((word) => !['coalesce', 'lower', 'text', 'right'].includes(word))
      .join(' ')
      .replaceAll(/right/g, '');
  return names((present ?? '').replaceAll('"', '')) !== names(planned);
}

/** Note the indexes of a table, except those of a column that is rebuilt beside: they come with it. */
function indexTable(table: Table, present: PresentSchema, out: SchemaDifference): void {
  const unbuilt = out.beside.filter((one) => one.table === table).map(({ column }) => column.name);
  const indexes = table.indexes.filter((one) => !unbuilt.some((name) => namesColumn(one, name)));
  // An index is dropped with its column: the missing ones are known only afterwards.
  const isCut = out.statements.some((one) => one.includes(`alter table ${quote(table.name)} drop column`));
  for (const index of indexes) {
    const waiting = isCut ? [] : waitingIndex(table, index, present.indexes.get(index.name));
    const isInTransaction = isCut || !present.columns.has(table.name) || index.exclude === true;
    if (isCut) out.statements.push(indexStatement(table, index));
    else if (isInTransaction) out.statements.push(...waiting.map(() => indexStatement(table, index)));
    else out.indexes.push(...waiting);
  }
}

/** Return the statements and builds that bring a database to these tables. */
export function schemaDifference(tables: readonly Table[], present: PresentSchema): SchemaDifference {
  const out: SchemaDifference = { statements: [], destructive: [], unknown: [], indexes: [], beside: [] };
  for (const table of tables) {
    const has = present.columns.get(table.name);
    if (has) alter(table, has, present.maintainers, out);
    else out.statements.push(...create(table));
    indexTable(table, present, out);
  }
  return out;
}

/** SQL that reads existing columns. */
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
export const presentIndexes = `
  select c.relname as name, pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class c on c.oid = i.indexrelid
  join pg_namespace n on n.oid = c.relnamespace where n.nspname = current_schema() and i.indisvalid`;
