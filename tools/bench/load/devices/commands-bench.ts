import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Dispatcher } from '#business/iot/commands/dispatch/dispatcher.server.ts';
import { newCommands } from '#business/iot/commands/new-commands.server.ts';
import type { DeviceLine } from '#business/iot/gateway/gate.server.ts';
import { Registry } from '#business/iot/ingest/registry.server.ts';
import { type App, productActor, transact } from '#kernel/server';
import { openApp } from '../../../../server/assemble.ts';
import { projectDir } from '../../../command/project-dir.ts';
import { printLine } from '../../../command/steps.ts';
import { spentBy } from '../../cpu.ts';
import { conditionsTable, valuesTable, writeSection } from '../../report.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { VALUES, makeFleet } from './fleet.ts';

const TENANT = { tenantId: '000000', zone: 'Asia/Shanghai' };
const TARGETS = 10_000;
const ROUNDS = 3;
const LOOK_MS = 20;

interface Figures {
  readonly perSecond: number;
  /** Milliseconds of CPU for a target. */ readonly node: number;
  readonly database: number;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A connection that is always ready, and acknowledges each message at once. */
const line: DeviceLine = {
  address: '127.0.0.1',
  since: 0,
  isSafe: true,
  send: () => undefined,
  readiness: () => 'ready',
  command: (_message, acknowledged) => {
    setImmediate(acknowledged);
    return 'written';
  },
  end: () => undefined,
};

/** Create a due command for each device, in place of those of the round before. */
async function fill(app: App, owner: pg.Client, devices: readonly { readonly id: string }[]): Promise<void> {
  await owner.query('truncate iot_instruction_task_device');
  await transact(app, productActor(app, TENANT, 'bench'), async (tx) => {
    tx.takesLong();
    const rows = devices.map(({ id }) => ({ id, mac: null, parentId: null, householdId: null, modelId: '1' }));
    const [{ modelId }] = await tx.sql.query<{ modelId: string }>(
      'select model_id::text as "modelId" from iot_device where tenant_id = $1 and id = $2',
      [TENANT.tenantId, devices[0].id],
    );
    await newCommands(
      tx.context,
      rows.map((row) => ({ ...row, modelId })),
      {
        content: { set: { [VALUES[0]]: 1 } },
        attributes: [],
        riskLevel: 'low',
        source: 'product',
        timeoutSec: 3600,
        expireSec: 7200,
      },
    );
  });
  await owner.query('vacuum analyze iot_instruction_task_device');
}

/** SQL: make all commands due again, so that the recorded statements find them as before. */
const BACK =
  "update iot_instruction_task_device set exec_status = 'pending', due_time = command_time, attempt = 0, attempts = null, sent_time = null, ack_time = null";

const countOf = async (owner: pg.Client, state: string): Promise<number> =>
  Number(
    (await owner.query('select count(*) as n from iot_instruction_task_device where exec_status = $1', [state])).rows[0]
      .n,
  );

/** The method by which the driver sends each statement. */
interface Queries {
  query(
    this: unknown,
    first: string | { readonly text?: string; readonly values?: readonly unknown[] },
    second?: readonly unknown[],
    ...rest: unknown[]
  ): unknown;
}

/** Note all statements that this process sends while a work runs. */
async function recorded(work: () => Promise<unknown>): Promise<readonly Statement[]> {
  const sent: Statement[] = [];
  const client: Queries = pg.Client.prototype;
  const original = client.query;
  client.query = function query(this: unknown, first, second, ...rest) {
    const text = typeof first === 'string' ? first : (first.text ?? '');
    sent.push({ text, values: (typeof first === 'string' ? second : (first.values ?? second)) ?? [] });
    return original.call(this, first, second, ...rest);
  };
  try {
    await work();
  } finally {
    client.query = original;
  }
  return sent;
}

async function measured(postmaster: number, work: () => Promise<unknown>): Promise<Figures> {
  const began = performance.now();
  const spent = await spentBy(postmaster, work);
  const seconds = (performance.now() - began) / 1000;
  return {
    perSecond: TARGETS / seconds,
    node: (spent.node * 1000) / TARGETS,
    database: (spent.database * 1000) / TARGETS,
  };
}

/** Send the recorded statements alone, one after the other. */
async function replay(url: string, statements: readonly Statement[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const names = new Map<string, string>();
    for (const { text, values } of statements) {
      if (!names.has(text)) names.set(text, `r${names.size}`);
      await (values.length > 0
        ? client.query({ name: names.get(text), text, values: [...values], rowMode: 'array' })
        : client.query(text));
    }
  } finally {
    await client.end();
  }
}

const middle = (all: readonly Figures[]): Figures =>
  all.toSorted((one, other) => one.perSecond - other.perSecond)[all.length >> 1];

/** `npm run bench -- commands`: ten thousand commands to connected devices, beside their statements alone. */
export async function benchCommands(): Promise<void> {
  await withBenchDatabase('commands', async ({ ownerUrl, appUrl, dataDir, postmaster }) => {
    const devices = await makeFleet(appUrl, dataDir, TARGETS);
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    const app = await openApp({ appUrl, dataDir });
    try {
      const registry = new Registry(app);
      await registry.load();
      const dispatcher = new Dispatcher({ app, registry, lineOf: () => line, isReturning: () => false });
      const dispatch = async (): Promise<void> => {
        dispatcher.heard();
        while ((await countOf(owner, 'delivered')) < TARGETS) await sleep(LOOK_MS * 5);
      };
      const round = async (): Promise<Figures> => {
        await fill(app, owner, devices);
        const one = await measured(postmaster, dispatch);
        printLine(`${Math.round(one.perSecond)}/s, ${one.node.toFixed(2)} + ${one.database.toFixed(2)} ms`);
        return one;
      };
      await fill(app, owner, devices);
      const statements = await recorded(dispatch);
      printLine(`${statements.length} statements`);
      await owner.query(BACK);
      await owner.query('vacuum analyze iot_instruction_task_device');
      const bare = await measured(postmaster, () => replay(appUrl, statements));
      const ours: Figures[] = [];
      for (let at = 0; at < ROUNDS; at += 1) ours.push(await round());
      await dispatcher.stop();
      report(middle(ours), bare);
    } finally {
      await app.close();
      await owner.end();
    }
  });
}

const cpu = ({ node, database }: Figures): string => `${node.toFixed(2)} + ${database.toFixed(2)} ms`;

function report(ours: Figures, bare: Figures): void {
  const each = ours.node + ours.database;
  writeSection(projectDir, 'Commands', [
    ...conditionsTable(
      'npm run bench -- commands',
      `${TARGETS.toLocaleString('en')} commands, each to another device, due at once; connections that acknowledge at once. From due to delivered; the middle of ${ROUNDS} rounds.`,
    ),
    ...valuesTable([
      {
        name: 'dispatched',
        value: `${Math.round(ours.perSecond).toLocaleString('en')}/s`,
        goal: '≥ 2,000/s',
        isMet: ours.perSecond >= 2000,
      },
      { name: 'CPU a target, Node + PostgreSQL', value: cpu(ours), goal: '≤ 0.4 ms', isMet: each <= 0.4 },
      {
        name: 'the same statements alone, one after the other',
        value: `${Math.round(bare.perSecond).toLocaleString('en')}/s, ${cpu(bare)}`,
      },
    ]),
  ]);
}
