import pg from 'pg';
import type { Writing } from '#kernel/server/context.ts';
import type { Context } from '#kernel/server/context.ts';
import type { App } from '#kernel/server/app.ts';
import { openTransaction } from '#kernel/server/write/transaction.ts';
import type { Actor } from '#kernel/server/session/actor.ts';
import { type Cost, type Pids, drive } from './drive.ts';

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Thrown to roll a transaction back. */
class Undone extends Error {}

/** Run business in a transaction and roll it back. If `sent` is passed, append its statements there. */
export async function undone(
  app: App,
  actor: Actor,
  business: (context: Context) => Promise<unknown>,
  sent?: Sent[],
): Promise<void> {
  await app.db
    .write(actor.tenancy, async (sql) => {
      const noting: Writing = sent
        ? ({
            query: (text: string, values: readonly unknown[] = []) => {
              sent.push({ text, values });
              return sql.query(text, values);
            },
            enqueue: (text: string, values: readonly unknown[] = []) => {
              sent.push({ text, values });
              sql.enqueue(text, values);
            },
          } as Writing)
        : sql;
      await business(openTransaction(app, actor, noting));
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
}

/**
 * Measure a client that only sends the recorded statements and rolls them back. With `once` PostgreSQL uses generic
 * plans. With `freely` it chooses between generic and custom plans, as it does for lists of the product.
 */
export async function replayed(
  url: string,
  pids: Pids,
  pieces: readonly (readonly Sent[])[],
  seconds: number,
  planned: 'once' | 'freely' = 'once',
): Promise<Cost> {
  const begin = planned === 'once' ? 'begin; set local plan_cache_mode = force_generic_plan' : 'begin';
  const clients = await Promise.all(
    pieces.map(async () => {
      const client = new pg.Client({ connectionString: url, pipeline: true } as pg.ClientConfig);
      await client.connect();
      await client.query(
        "select set_config('anju.tenant', '000000', false), set_config('TimeZone', 'Asia/Shanghai', false)",
      );
      return client;
    }),
  );
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `r${names.size}`;
    names.set(text, name);
    return name;
  };
  try {
    return await drive(pids, pieces.length, seconds, async (line) => {
      const client = clients[line];
      const all = [
        client.query(begin),
        ...pieces[line].map(({ text, values }) =>
          client.query({ name: nameOf(text), text, values: [...values], rowMode: 'array' }),
        ),
        client.query('rollback'),
      ];
      await Promise.all(all);
    });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
