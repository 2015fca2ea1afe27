import pg from 'pg';
import { invariants } from '../../../server/assemble.ts';

/** Check every invariant; print the number of violations and the duration of each. Return how many are violated. */
export async function lookAtAll(ownerUrl: string, say: (text: string) => void): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  let broken = 0;
  try {
    // No time-driven work ran since the demo run. So check as of the last action or change of an SLA clock.
    const [{ at }] = (
      await client.query(
        'select coalesce(greatest(max(operate_time), (select max(update_time) from asslaclock)), now()) as at from asactionlog',
      )
    ).rows as { at: Date }[];
    for (const one of invariants) {
      const began = performance.now();
      const { rows } = await client.query(
        `select count(*)::int as n, min(words) as words from (${one.sql}) b where $2::timestamptz is not null`,
        ['000000', at],
      );
      broken += rows[0].n > 0 ? 1 : 0;
      say(
        `${rows[0].n > 0 ? '✗' : '✓'} ${one.code} ${one.title[1]}: ${rows[0].n} (${Math.round(performance.now() - began)} ms)${rows[0].n > 0 ? ` ${rows[0].words}` : ''}`,
      );
    }
    return broken;
  } finally {
    await client.end();
  }
}
