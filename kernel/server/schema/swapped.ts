import type pg from 'pg';

/** Time limit of the lock for the last step of a rebuild (milliseconds): other statements queue behind it. */
const PATIENCE_MS = 1000;
const MAX_TRIES = 60;

const LOCK_WAITED_TOO_LONG = '55P03';

/**
 * Run the statements that replace an old object by its rebuilt form in one transaction. If the lock is not free within
 * a second, retry.
 */
export async function swapped(client: pg.Client, steps: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${PATIENCE_MS}`);
      for (const step of steps) await client.query(step);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== LOCK_WAITED_TOO_LONG || tries >= MAX_TRIES) throw error;
    }
  }
}
