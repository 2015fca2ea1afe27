import { BETWEEN_SERIES } from '#kernel/server/secrets/seals/series.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type CrashableServer, cutPower, end, gone, logInOverHttp, startServer } from './power-cut.ts';

/** Number of crashes; a hundred in the acceptance run. */
const ROUNDS = Number(process.env.ANJU_CRASH_ROUNDS ?? 3);
const WRITERS = 16;
const ENOUGH = 60;

interface Write {
  readonly key: string;
  readonly name: string;
  acknowledged: boolean;
}

const send = async (base: string, token: string, { key, name }: Write): Promise<boolean> => {
  const body = { paramName: name, paramKey: name, paramValue: key };
  const answer = await fetch(`${base}/api/blade-system/param/submit`, {
    method: 'POST',
    headers: { 'Blade-Auth': `bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  });
  return answer.status === 200 && ((await answer.json()) as { success: boolean }).success;
};

/** Write until the connection breaks; note each acknowledged write. */
async function write(
  running: CrashableServer,
  token: string,
  round: number,
  writes: Write[],
  enough: () => void,
): Promise<void> {
  for (let n = 0; ; n++) {
    const one: Write = {
      key: randomUUID(),
      name: `crash.${round}.${writes.length}.${n}.${randomUUID()}`,
      acknowledged: false,
    };
    writes.push(one);
    try {
      one.acknowledged = await send(running.base, token, one);
    } catch {
      return;
    }
    if (writes.filter((each) => each.acknowledged).length >= ENOUGH * (round + 1)) enough();
  }
}

/**
 * Print the durations of the starts, recovery included. Runs only if no start failed and nothing was lost or doubled.
 */
function report(starts: readonly number[], writes: number): void {
  const sorted = starts.toSorted((a, b) => a - b).map(Math.round);
  console.log(
    `${starts.length} times killed under ${WRITERS} writers: ${writes} writes, 0 lost, 0 doubled, 0 starts gave up; a start took ${sorted[Math.floor(sorted.length / 2)]} ms in the middle, ${sorted.at(-1)} ms at most.`,
  );
}

test(
  `kill -9 连同数据库 ${ROUNDS} 次：确认过的写入都在，且只有一份 killed together with its database, every acknowledged write is there once`,
  { timeout: 60_000 + ROUNDS * 20_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'anju-crash-'));
    const writes: Write[] = [];
    const starts: number[] = [];
    let running = await startServer(dataDir);
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const token = await logInOverHttp(running.base);
        const { server } = running;
        const cut = new Promise<void>((resolve) => {
          const kill = (): void => {
            cutPower(running);
            resolve();
          };
          let killed = false;
          void Promise.all(
            Array.from({ length: WRITERS }, () =>
              write(running, token, round, writes, () => {
                if (!killed) {
                  killed = true;
                  kill();
                }
              }),
            ),
          ).then(() => resolve());
        });
        await cut;
        await gone(server);
        const began = performance.now();
        running = await startServer(dataDir);
        starts.push(performance.now() - began);
        const renewed = await logInOverHttp(running.base);
        // Send the unanswered writes again with the same idempotency key.
        for (const one of writes.filter((each) => !each.acknowledged))
          one.acknowledged = await send(running.base, renewed, one);
        const client = new pg.Client({ connectionString: running.database.ownerUrl });
        await client.connect();
        const { rows } = await client.query<{ name: string; n: number }>(
          "select param_name as name, count(*)::int as n from blade_param where param_name like 'crash.%' group by 1",
        );
        const { rows: chain } = await client.query(
          `select count(*)::int as n, max(seq % ${BETWEEN_SERIES})::int as last from anju_audit where tenant_id = '000000' group by seq / ${BETWEEN_SERIES}`,
        );
        await client.end();
        const found = new Map(rows.map((row) => [row.name, row.n]));
        expect(writes.length).toBeGreaterThanOrEqual(ENOUGH);
        expect(writes.filter((one) => found.get(one.name) !== 1)).toEqual([]);
        for (const { n, last } of chain) expect(n).toBe(last);
      }
      if (ROUNDS >= 10) report(starts, writes.length);
    } finally {
      await end(running);
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
