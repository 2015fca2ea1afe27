import pg from 'pg';
import type { BenchStatement } from './lists/statements.ts';
import { type Cost, type Pids, drive } from './drive.ts';
import { hasPgbench, limitByPgbench } from './pgbench.ts';

/** Measure the statements of a read alone: by pgbench if it is installed, else by a minimal client. */
export function limitOf(
  appUrl: string,
  pids: Pids,
  statements: readonly BenchStatement[],
  lines: number,
  seconds: number,
): Promise<Cost> {
  return (hasPgbench() ? limitByPgbench : limitByClient)(appUrl, pids, statements, lines, seconds);
}

/** Measure the same prepared statements with a client that only sends them and reads the answers, pipelined. */
async function limitByClient(
  appUrl: string,
  pids: Pids,
  statements: readonly BenchStatement[],
  lines: number,
  seconds: number,
): Promise<Cost> {
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client({ connectionString: appUrl, pipeline: true } as pg.ClientConfig);
      await client.connect();
      await client.query(
        "select set_config('anju.tenant', '000000', false), set_config('TimeZone', 'Asia/Shanghai', false)",
      );
      return client;
    }),
  );
  try {
    return await drive(pids, lines, seconds, async (line) => {
      const client = clients[line % clients.length];
      await Promise.all(
        statements.map((one) =>
          client.query({ name: one.name, text: one.text, values: [...one.values], rowMode: 'array' }),
        ),
      );
    });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
