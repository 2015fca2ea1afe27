import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';

/** Key of the advisory lock by which only one start at a time changes the schema. */
export const LOCK = 4_711_2026;

/**
 * Take an advisory lock, by trying repeatedly. A statement that waits for it would prevent the concurrent build of an
 * index.
 */
export async function takeTurn(client: pg.Client, lock: number): Promise<void> {
  while (!(await client.query('select pg_try_advisory_lock($1) as mine', [lock])).rows[0].mine) await sleep(200);
}
