import { hostname } from 'node:os';
import type { App } from '../../app.ts';
import type { Sql } from '../../context.ts';

const EVERY_MS = 5000;
/** Facts that are older than this count as those of a process that has ended (seconds). */
const GONE_SECONDS = 30;

/**
 * Age at which rows of processes that ended without deleting them are deleted (minutes), by the next process that
 * writes.
 */
const FORGOTTEN_MINUTES = 5;

/** Facts that a background process reports about itself, such as counts, and their time (`at`, milliseconds). */
export interface PartFacts {
  readonly name: string;
  readonly host: string;
  readonly pid: number;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly at: number;
}

/** Store the facts of a background process every five seconds. Return the function that ends this and deletes them. */
export function keepFacts(app: App, name: string, facts: () => Readonly<Record<string, unknown>>): () => Promise<void> {
  const write = (): Promise<unknown> =>
    app.db.platform((sql) =>
      sql.query(
        `with gone as (delete from anju_part where at < to_timestamp($5::float8 / 1000) - interval '${FORGOTTEN_MINUTES} minutes')
         insert into anju_part (name, host, pid, facts, at) values ($1, $2, $3, $4::jsonb, to_timestamp($5::float8 / 1000))
         on conflict (name, host, pid) do update set facts = excluded.facts, at = excluded.at`,
        [name, hostname(), process.pid, JSON.stringify(facts()), app.clock.ms()],
      ),
    );
  // Facts are stored again once the database is back.
  let writing = write().catch(() => undefined);
  const timer = setInterval(() => {
    writing = writing.then(write).catch(() => undefined);
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    // A pending write would bring the row back.
    await writing;
    await app.db
      .platform((sql) =>
        sql.query('delete from anju_part where name = $1 and host = $2 and pid = $3', [name, hostname(), process.pid]),
      )
      .catch(() => undefined);
  };
}

/** Return the facts of the background processes that run at a moment (milliseconds). */
export const readParts = (sql: Sql, now: number): Promise<PartFacts[]> =>
  sql.query<PartFacts>(
    `select name, host, pid, facts, (extract(epoch from at) * 1000)::float8 as at from anju_part
     where at > to_timestamp($1::float8 / 1000) - interval '${GONE_SECONDS} seconds' order by name, host, pid`,
    [now],
  );
