import type { Context } from '../../context.ts';

/** Rows of a table that are worked when their moment has come, one by one, each in a transaction of its company. `H`: what `first` holds. */
export interface DueWork<H = unknown> {
  /** A table of companies with an `id`; an index over `tenant_id`, the moment and `id` under the same condition answers what is due. */
  readonly table: string;
  /** The column with the moment (`timestamptz`); null is never. */
  readonly due: string;
  /** Which rows besides, in SQL over `t`. */
  readonly where?: string;
  /** So many rows of a company are looked at before the others have their turn; 200 unless said. */
  readonly most?: number;
  /** How often the table is looked at, in milliseconds; 1,000 unless said. */
  readonly everyMs?: number;
  /** Lock the rows that come before the row in the order of locks. Undefined: another transaction has them, and the row waits for the next turn. */
  first?(context: Context, id: string): Promise<H | undefined>;
  /** Do the work and remove the row, or set its next moment. A repeat after a crash finds nothing of it done. `head`: the answer of `first`. */
  work(context: Context, id: string, head: H): Promise<void>;
  /** Set the next moment of the row, or remove it, in a transaction of its own: everything of `work` is undone, and `first` came again. */
  failed(context: Context, id: string, failure: { readonly error: Error; readonly head: H }): Promise<void>;
}

const MOST = 200;

/** So many rows of a company are looked at in one turn. */
export const mostOf = ({ most = MOST }: DueWork): number => most;

/** The function of the owner that finds what is due over all companies. */
export const dueFunctionOf = ({ table }: Pick<DueWork, 'table'>): string => `anju_due_${table}`;

/** Is a row due? SQL over `t`; `$moment` is how the statement says now. */
export const dueSql = ({ due, where }: Pick<DueWork, 'due' | 'where'>, moment: string): string =>
  `t.${due} <= ${moment}${where ? ` and (${where})` : ''}`;

/**
 * The work role sees one company at a time, so the owner answers ids: of each company those that are due longest. Companies are walked by
 * the index, not by the rows.
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
