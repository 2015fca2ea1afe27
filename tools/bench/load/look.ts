import pg from 'pg';
import { invariants } from '../../../server/assemble.ts';

/** Looks at everything that must always hold, and says of each how many rows break it and how long the look took. Answers how many are broken. */
export async function lookAtAll(ownerUrl: string, say: (text: string) => void): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  let broken = 0;
  try {
    // Nobody watched the clocks since: everything is looked at as of the last thing that was done, by people or by a clock that ran out.
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
