import pLimit from 'p-limit';
import { openApp } from '../../server/assemble.ts';
import { cpuMs, familyCpuMs } from './cpu.ts';
import type { Measured } from './report.ts';

const EVENTS = 10_000;
const COMPANY = '000000';
const OTHER = '100001';
const EVENT = 'bench.many';
const DELIVERIES = 4;
const DELAY_GOAL_MS = 2000;

interface Where {
  readonly appUrl: string;
  readonly dataDir: string;
  readonly postmaster: number;
  say(text: string): void;
}

/**
 * Measure the delivery of ten thousand events of one company beside its statements alone, and how long an event of
 * another company waits meanwhile.
 */
export async function outbox({ appUrl, dataDir, postmaster, say }: Where): Promise<Measured[]> {
  say('outbox: ten thousand events of one company');
  const app = await openApp({ appUrl, dataDir, captcha: false, demo: true });
  const fill = (tenantId: string, event: string, count: number): Promise<unknown> =>
    app.db.read({ tenantId, zone: 'Asia/Shanghai' }, (sql) =>
      sql.query(
        `insert into anju_outbox (id, tenant_id, event, data, at, tries)
         select next_id($1), $2, $3, jsonb_build_object('id', n::text), to_timestamp($1 / 1000.0), 0 from generate_series(1, $4) n`,
        [app.clock.ms(), tenantId, event, count],
      ),
    );
  try {
    let delivered = 0;
    let otherAt = 0;
    const done = Promise.withResolvers<void>();
    app.outbox.subscribe(EVENT, async () => {
      if (++delivered === EVENTS) done.resolve();
    });
    app.outbox.subscribe('bench.other', async () => {
      otherAt = performance.now();
    });
    await fill(COMPANY, EVENT, EVENTS);
    const before = { node: cpuMs(process.pid), database: familyCpuMs(postmaster) };
    const began = performance.now();
    app.outbox.start(app);
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    const emitted = performance.now();
    await fill(OTHER, 'bench.other', 1);
    app.outbox.kick();
    await done.promise;
    const took = performance.now() - began;
    const cost = {
      operations: EVENTS,
      perSecond: (EVENTS * 1000) / took,
      nodeMs: (cpuMs(process.pid) - before.node) / EVENTS,
      databaseMs: (familyCpuMs(postmaster) - before.database) / EVENTS,
      p50: (took * DELIVERIES) / EVENTS,
      p99: (took * DELIVERIES) / EVENTS,
    };
    await app.outbox.stop();
    const limit = await bareDeliveries(appUrl, dataDir, postmaster);
    const delay = Math.max(0, otherAt - emitted);
    return [
      { name: `an event delivered: ${Math.round(cost.perSecond)}/s`, goal: 'ratio', cost, limit, met: true },
      {
        name: `an event of another company meanwhile: after ${Math.round(delay)} ms`,
        goal: `< ${DELAY_GOAL_MS} ms`,
        met: delay < DELAY_GOAL_MS,
      },
    ];
  } finally {
    await app.close();
  }
}

/** Measure only the statements of a delivery: begin, mark, commit. */
async function bareDeliveries(appUrl: string, dataDir: string, postmaster: number): Promise<Measured['limit']> {
  const app = await openApp({ appUrl, dataDir, captcha: false, demo: true });
  try {
    const tenancy = { tenantId: COMPANY, zone: 'Asia/Shanghai' };
    const rows = await app.db.read(tenancy, (sql) =>
      sql.query<{ id: string }>('select id::text as id from anju_outbox where tenant_id = $1 and event = $2 limit $3', [
        COMPANY,
        EVENT,
        EVENTS,
      ]),
    );
    const limit = pLimit(DELIVERIES);
    const before = { node: cpuMs(process.pid), database: familyCpuMs(postmaster) };
    const began = performance.now();
    await Promise.all(
      rows.map(({ id }) =>
        limit(() =>
          app.db.write(tenancy, async (sql) => {
            await sql.query('select data from anju_outbox where id = $1 and tenant_id = $2 for update skip locked', [
              id,
              COMPANY,
            ]);
            await sql.query('update anju_outbox set done = at, error = null where id = $1 and tenant_id = $2', [
              id,
              COMPANY,
            ]);
          }),
        ),
      ),
    );
    const took = performance.now() - began;
    return {
      operations: rows.length,
      perSecond: (rows.length * 1000) / took,
      nodeMs: (cpuMs(process.pid) - before.node) / rows.length,
      databaseMs: (familyCpuMs(postmaster) - before.database) / rows.length,
      p50: (took * DELIVERIES) / rows.length,
      p99: (took * DELIVERIES) / rows.length,
    };
  } finally {
    await app.close();
  }
}
