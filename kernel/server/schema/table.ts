/** A table as it should be; what PostgreSQL has is compared with it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly ColumnPlan[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly IndexPlan[];
  /** Rows belong to tenants: row-level security by `tenant_id`. */
  readonly tenants: boolean;
  /** The work role may only add and read: audit and action log. */
  readonly appendOnly?: boolean;
  /** The work role has no right to it: it is reached by functions of the owner alone (`RoomServer.functions`). */
  readonly isGuarded?: true;
  readonly comment?: string;
  /** Rows lie in parts by spans of time, made ahead and dropped whole. */
  readonly spans?: Spans;
  /** Storage parameters of PostgreSQL, such as `fillfactor`. */
  readonly storage?: Readonly<Record<string, number>>;
  /** What people may do is made of its rows: each transaction that changes them counts this part of the rights of its tenant on. */
  readonly rights?: string;
}

/** The parts of a table that is divided by time. */
export interface Spans {
  /** A moment, or `id`: ids rise with time, so that they divide rows as well and the primary key stays `id`. */
  readonly by: string;
  readonly each: 'day' | 'month';
  /** Parts that ended so many days ago are dropped; absent: none are. */
  readonly keepDays?: number;
  /** Who fills the table says how long it is needed, and has older parts dropped (`dropSpansBefore`). */
  readonly isKeptByNeed?: true;
  /** Rows of so many days ago still come: their parts are there from the first start on, as those of the days ahead are. */
  readonly lateDays?: number;
}

export interface ColumnPlan {
  readonly name: string;
  readonly type: string;
  readonly notNull?: boolean;
  readonly initial?: string;
  /** STORED generated column: its expression. */
  readonly generated?: string;
  /** Written by a trigger whenever a row is: a new expression is built beside the old one, and locks no large table. */
  readonly maintained?: MaintainedColumn;
  /** Long values lie outside their rows as they are, so that a part of one is read without the rest; for what is compressed already. */
  readonly isExternal?: true;
}

export interface MaintainedColumn {
  /** SQL over the columns it is made of, each as `{column}`. */
  readonly expression: string;
  readonly from: readonly string[];
}

/** The function of the trigger that writes a maintained column of a table. */
export const maintainerOf = (table: string, column: string): string => shortName(`${column}_of_${table}`);

/** The expression over the columns of a table, or over `new` where a trigger asks. */
export const expressionOver = ({ expression }: MaintainedColumn, over = ''): string =>
  expression.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${over}${name}`);

export interface IndexPlan {
  readonly name: string;
  readonly on: string;
  readonly unique?: boolean;
  readonly where?: string;
  readonly using?: 'gin' | 'btree';
  /** An exclusion constraint, which PostgreSQL keeps as an index: no two rows may fit each other. */ readonly exclude?: boolean;
}

/** Storage parameters as PostgreSQL reads them. */
export const storageText = (storage: NonNullable<Table['storage']>): string =>
  Object.entries(storage)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');

/** A name of at most 63 bytes, told apart by a short sum where it had to be cut. */
export function shortName(name: string): string {
  if (name.length <= 60) return name;
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 1_679_616;
  return `${name.slice(0, 54)}_${sum.toString(36)}`;
}
