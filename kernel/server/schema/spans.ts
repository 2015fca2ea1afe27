import type { Database } from '../database/database.ts';
import { type Table, storageText } from './table.ts';

/** Number of days for which partitions are made ahead, in case the product is off over a holiday. */
const AHEAD_DAYS = 8;

interface Divided {
  readonly table: Table;
  readonly spans: NonNullable<Table['spans']>;
}

const dividedTables = (tables: readonly Table[]): Divided[] =>
  tables.flatMap((table) => (table.spans ? [{ table, spans: table.spans }] : []));

const listOf = (tables: readonly Table[]): string =>
  dividedTables(tables)
    .map(
      ({ table, spans }) =>
        `('${table.name}', ${spans.by === 'id'}, '${spans.each}', ${spans.keepDays ?? 'null'}::integer, ${spans.lateDays ?? 0}, ${spans.isKeptByNeed === true}, '${table.storage ? ` with (${storageText(table.storage)})` : ''}')`,
    )
    .join(', ');

/**
 * Return the body of a function that drops the partitions of some tables that ended before a moment. With `keepDays`,
 * they must have ended so many days before it.
 */
const dropping = (
  those: string,
  which: string,
  moment: string,
): string => `returns integer language plpgsql volatile security definer set search_path = public, pg_temp set timezone = 'UTC' as
     $$ declare one record; part record; dropped integer := 0; day_form text;
        begin
          perform set_config('lock_timeout', '2s', true);
          for one in select * from ${those} where ${which} loop
            day_form := case one.each when 'day' then 'YYYYMMDD' else 'YYYYMM' end;
            for part in select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = one.name::regclass loop
              if to_timestamp(right(part.name, length(day_form)), day_form) + ('1 ' || one.each)::interval < to_timestamp(${moment} / 1000.0) - make_interval(days => coalesce(one.keep_days, 0)) then
                begin
                  execute format('drop table %I', part.name);
                  dropped := dropped + 1;
                exception when lock_not_available then null;
                end;
              end if;
            end loop;
          end loop;
          return dropped;
        end $$`;

/**
 * Return the SQL functions that make and drop the partitions of tables divided by time (days and months of UTC). They
 * have the rights of the owner, since the work role owns no table. Each returns the number of partitions.
 *
 * `anju_spans_make` makes the partitions of one table between two moments. Without a table it makes those of all, and
 * those for late rows. `anju_spans_ensure` does that for all tables, and adds eight days.
 *
 * `anju_spans_drop` drops expired partitions. If a partition is read for two seconds, it is dropped by a later call.
 * `anju_spans_drop_before` drops those of a table with retention by need.
 *
 * `anju_spans_clear` truncates old partitions whose rows were all deleted and vacuumed: their indexes would occupy the
 * space for ever.
 */
export function spanFunctions(tables: readonly Table[]): string[] {
  const list = listOf(tables);
  if (!list) return [];
  const those = `(values ${list}) as t(name, by_id, each, keep_days, late_days, by_need, storage)`;
  return [
    `create or replace function anju_spans_make(only_table text, since bigint, until bigint) returns integer language plpgsql volatile security definer set search_path = public, pg_temp set timezone = 'UTC' as
     $$ declare one record; span timestamp; part text; made integer := 0; ends timestamp := to_timestamp(until / 1000.0)::timestamp;
        begin
          for one in select * from ${those} where only_table = '' or name = only_table loop
            span := date_trunc(one.each, to_timestamp(since / 1000.0)::timestamp - case when only_table = '' then make_interval(days => one.late_days) else interval '0' end);
            while span <= ends loop
              part := one.name || '_' || to_char(span, case one.each when 'day' then 'YYYYMMDD' else 'YYYYMM' end);
              if to_regclass(part) is null then
                perform pg_advisory_xact_lock(hashtext('anju_spans'));
                if to_regclass(part) is null then
                  execute format('create table %I (like %I including defaults including constraints including generated including storage)%s', part, one.name, one.storage);
                  execute format('alter table %I attach partition %I for values from (%s) to (%s)', one.name, part, anju_span_bound(one.by_id, span), anju_span_bound(one.by_id, span + ('1 ' || one.each)::interval));
                  made := made + 1;
                end if;
              end if;
              span := span + ('1 ' || one.each)::interval;
            end loop;
          end loop;
          return made;
        end $$`,
    `create or replace function anju_spans_ensure(since bigint, until bigint) returns integer language sql volatile security definer set search_path = public, pg_temp as
     $$ select anju_spans_make('', since, until + ${AHEAD_DAYS * 86_400_000}) $$`,
    `create or replace function anju_spans_drop(now_ms bigint) ${dropping(those, 'keep_days is not null', 'now_ms')}`,
    `create or replace function anju_spans_drop_before(only_table text, before_ms bigint) ${dropping(those, 'by_need and name = only_table', 'before_ms')}`,
    `create or replace function anju_spans_clear(only_table text, before_ms bigint) returns integer language plpgsql volatile security definer set search_path = public, pg_temp set timezone = 'UTC' as
     $$ declare one record; part record; cleared integer := 0; held boolean; day_form text;
        begin
          perform set_config('lock_timeout', '2s', true);
          for one in select * from ${those} where name = only_table loop
            day_form := case one.each when 'day' then 'YYYYMMDD' else 'YYYYMM' end;
            for part in select c.oid, c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = one.name::regclass loop
              -- In the query itself the name would be read of tables that are no parts.
              if to_timestamp(right(part.name, length(day_form)), day_form) + ('1 ' || one.each)::interval <= to_timestamp(before_ms / 1000.0)
                and pg_relation_size(part.oid) = 0 and pg_indexes_size(part.oid) > 65536 then
                begin
                  execute format('lock table %I in access exclusive mode', part.name);
                  execute format('select exists (select 1 from %I)', part.name) into held;
                  if not held then
                    execute format('truncate %I', part.name);
                    cleared := cleared + 1;
                  end if;
                exception when lock_not_available then null;
                end;
              end if;
            end loop;
          end loop;
          return cleared;
        end $$`,
  ];
}

/**
 * Make the partitions between two moments (milliseconds), those of the days ahead, and those for rows that arrive late.
 * Return the number of partitions made.
 */
export async function ensureSpans(db: Database, since: number, until = since): Promise<number> {
  const [row] = await db.platform((sql) =>
    sql.query<{ made: number }>('select anju_spans_ensure($1, $2) as made', [since, until]),
  );
  return row.made;
}

/** Drop expired partitions. Return their number. */
export async function dropSpans(db: Database, now: number): Promise<number> {
  const [row] = await db.platform((sql) =>
    sql.query<{ dropped: number }>('select anju_spans_drop($1) as dropped', [now]),
  );
  return row.dropped;
}

/** Drop the partitions before a moment (milliseconds) of a table with retention by need. Return their number. */
export async function dropSpansBefore(db: Database, table: string, before: number): Promise<number> {
  const [row] = await db.platform((sql) =>
    sql.query<{ dropped: number }>('select anju_spans_drop_before($1, $2) as dropped', [table, Math.round(before)]),
  );
  return row.dropped;
}

/**
 * Truncate those partitions of a table before a moment (milliseconds) of which all rows were deleted. Return their
 * number.
 */
export async function clearSpans(db: Database, table: string, before: number): Promise<number> {
  const [row] = await db.platform((sql) =>
    sql.query<{ cleared: number }>('select anju_spans_clear($1, $2) as cleared', [table, before]),
  );
  return row.cleared;
}
