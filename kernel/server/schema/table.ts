/** Planned table, with which PostgreSQL's is compared. */
export interface Table {
  readonly name: string;
  readonly columns: readonly ColumnPlan[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly IndexPlan[];
  /** Rows belong to tenants: row-level security by `tenant_id`. */
  readonly tenants: boolean;
  /** The work role may only add and read: audit and action log. */
  readonly appendOnly?: boolean;
  /** The work role has no right to it: only functions of the owner reach it (`RoomServer.functions`). */
  readonly isGuarded?: true;
  readonly comment?: string;
  /** The table is divided into partitions by spans of time, which are made ahead and dropped whole. */
  readonly spans?: Spans;
  /** Storage parameters of PostgreSQL, such as `fillfactor`. */
  readonly storage?: Readonly<Record<string, number>>;
  /**
   * Part of the people's rights that depends on rows of this table. A transaction that changes rows raises the version
   * of this part for the tenant.
   */
  readonly rights?: string;
}

/** Partitions of a table by time. */
export interface Spans {
  /**
   * Column that divides the rows: a moment, or `id`. Ids rise with time, so they serve as well, and the primary key
   * stays `id`.
   */
  readonly by: string;
  readonly each: 'day' | 'month';
  /** Partitions that ended so many days ago are dropped; absent: none are. */
  readonly keepDays?: number;
  /**
   * Retention by need: the room of the table decides how long rows are needed, and drops older partitions
   * (`dropSpansBefore`).
   */
  readonly isKeptByNeed?: true;
  /** Rows may arrive so many days late: their partitions exist from the first start, like those of the days ahead. */
  readonly lateDays?: number;
}

export interface ColumnPlan {
  readonly name: string;
  readonly type: string;
  readonly notNull?: boolean;
  readonly initial?: string;
  /** Expression of a column that PostgreSQL generates and stores; absent: an ordinary column. */
  readonly generated?: string;
  /** Written by a trigger with its row. A new expression is built beside the old one, and locks no large table. */
  readonly maintained?: MaintainedColumn;
  /**
   * Long values are stored outside their rows without compression, so that a part of one is read alone; for compressed
   * content.
   */
  readonly isExternal?: true;
}

export interface MaintainedColumn {
  /** SQL over its source columns, each as `{column}`. */
  readonly expression: string;
  readonly from: readonly string[];
}

/** Return the name of the trigger function that writes a maintained column of a table. */
export const maintainerOf = (table: string, column: string): string => shortName(`${column}_of_${table}`);

/** Return the expression over the columns of a table, or over `new` in a trigger. */
export const expressionOver = ({ expression }: MaintainedColumn, over = ''): string =>
  expression.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${over}${name}`);

export interface IndexPlan {
  readonly name: string;
  readonly on: string;
  /** The reason for the index: a lookup, a guard or an order. */
  readonly user: string;
  readonly unique?: boolean;
  readonly where?: string;
  readonly using?: 'gin' | 'btree' | 'brin';
  /** An exclusion constraint, which PostgreSQL stores as an index: it excludes pairs of rows that match. */
  readonly exclude?: boolean;
}

/** Return storage parameters as PostgreSQL reads them. */
export const storageText = (storage: NonNullable<Table['storage']>): string =>
  Object.entries(storage)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');

/** Return a name of at most 63 bytes: a longer one is cut and gets a short hash. */
export function shortName(name: string): string {
  if (name.length <= 60) return name;
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 1_679_616;
  return `${name.slice(0, 54)}_${sum.toString(36)}`;
}
