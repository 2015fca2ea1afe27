import type { Context } from '../../context.ts';

/**
 * Processing of the rows of a table when they are due: one by one, each in a transaction of its company. `H`: the
 * result of `first`.
 */
export interface DueWork<H = unknown> {
  /**
   * Name of the table, which has the columns `tenant_id` and `id`. It needs an index over `tenant_id`, the `due` column
   * and `id`, with the condition `where`.
   */
  readonly table: string;
  /** The column with the moment when the row is due (`timestamptz`); null: never. */
  readonly due: string;
  /** Further condition, in SQL over `t`. */
  readonly where?: string;
  /** Maximum rows of a company in one turn. Default: 200. */
  readonly most?: number;
  /** Polling interval, in milliseconds. Default: 1,000. */
  readonly everyMs?: number;
  /**
   * Lock the rows that come before the row in the order of locks. Return undefined if another transaction has them: the
   * row then waits for the next turn.
   */
  first?(context: Context, id: string): Promise<H | undefined>;
  /**
   * Do the work and remove the row, or set its next moment. After a crash everything is rolled back, and the work is
   * done again. `head`: the result of `first`.
   */
  work(context: Context, id: string, head: H): Promise<void>;
  /**
   * Handle a failure of `work`: set the next moment of the row, or remove it. The transaction of `work` is rolled back.
   * This function runs in a new one, in which `first` was called again.
   */
  failed(context: Context, id: string, failure: { readonly error: Error; readonly head: H }): Promise<void>;
}

const MOST = 200;

/** Return the maximum rows of a company in one turn. */
export const mostOf = ({ most = MOST }: DueWork): number => most;

/** Return the name of the SQL function that finds due rows of all companies, with the rights of the owner. */
export const dueFunctionOf = ({ table }: Pick<DueWork, 'table'>): string => `anju_due_${table}`;

/** Return the SQL over `t` of a due row; `moment` is the SQL of the current time. */
export const dueSql = ({ due, where }: Pick<DueWork, 'due' | 'where'>, moment: string): string =>
  `t.${due} <= ${moment}${where ? ` and (${where})` : ''}`;

/**
 * Return the SQL functions that answer the ids of due rows. They have the rights of the owner, since the work role sees
 * one company at a time. The longest due rows of each company come first; the index is read company by company, not row
 * by row.
 */
export const dueFunctions = (works: readonly DueWork[]): string[] =>
  works.map((one) => {
    const { table, due, where } = one;
    const waits = `t.${due} is not null${where ? ` and (${where})` : ''}`;
    return `create or replace function ${dueFunctionOf(one)}(ms bigint, most integer) returns table (id bigint, tenant_id text) language sql stable security definer set search_path = public, pg_temp as
     $$ with recursive company as (
          (select t.tenant_id from ${table} t where ${waits} order by t.tenant_id limit 1)
          union all
          select (select t.tenant_id from ${table} t where ${waits} and t.tenant_id > c.tenant_id order by t.tenant_id limit 1) from company c where c.tenant_id is not null
        )
        select e.id, c.tenant_id from company c cross join lateral (
          select t.id, t.${due} from ${table} t where t.tenant_id = c.tenant_id and ${dueSql(one, 'to_timestamp(ms / 1000.0)')} order by t.${due}, t.id limit most
        ) e where c.tenant_id is not null order by e.${due}, e.id $$`;
  });
