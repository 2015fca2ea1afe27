import { join } from 'node:path';
import pg from 'pg';
import type { App } from '#kernel/server/app.ts';
import { allTables } from '../../assemble.ts';
import { demoTables } from '../archive/archived-tables.ts';

/**
 * An archive for tests: five weeks of a company with 4 per cent of the usual business, and two further days. It was
 * made by `npm run demo -- --make --folder demo/small --weeks 5 --mornings 2 --share 4`.
 */
export const SMALL_ARCHIVE = join(import.meta.dirname, '..', '..', '..', 'demo', 'small');

export const WEEK_MS = 7 * 86_400_000;

/** Database and data folder of a test. */
export interface ArchivePlace {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly dataDir: string;
}

/** Truncate the tables that an archive fills, in the copied database of a test. */
export async function empty({ ownerUrl }: ArchivePlace): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(
    `truncate ${demoTables(allTables())
      .map(({ name }) => `"${name}"`)
      .join(', ')}`,
  );
  await owner.query('truncate anju_seal, anju_outbox, anju_session');
  await owner.query("delete from anju_meta where id in ('needed', 'keys', 'demo')").finally(() => owner.end());
}

type Ask = <R>(sql: string, values?: unknown[]) => Promise<R[]>;

/** Return the violated invariants, each with its first rows. */
export async function brokenOf({ invariants }: Pick<App, 'invariants'>, ask: Ask, nowMs: number): Promise<string[]> {
  const broken: string[] = [];
  for (const { code, title, sql } of invariants) {
    const rows = await ask(
      `select b.* from (${sql}) b where $1::text is not null and $2::timestamptz is not null limit 3`,
      ['000000', new Date(nowMs).toISOString()],
    );
    if (rows.length > 0) broken.push(`${code} ${title[1]} ${JSON.stringify(rows)}`);
  }
  return broken;
}
