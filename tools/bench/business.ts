import { completion } from '#business/completion/completion/completion.paper.ts';
import { batchSave } from '#business/completion/completion/batch-save.server.ts';
import { candidatesFor } from '#business/dispatch/candidates/candidates.server.ts';
import { boardOf } from '#business/dispatch/board/board.server.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { addMinutes } from '#business/masterdata/days.rules.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { calculate } from '#business/piecework/wages/calculate.server.ts';
import { wagePeriod } from '#business/piecework/wages/wage-period.paper.ts';
import type { Context } from '#kernel/server/context.ts';
import type { App } from '#kernel/server/app.ts';
import type { Row } from '#kernel/language/paper.ts';
import { transact } from '#kernel/server/write/transaction.ts';
import type { Actor } from '#kernel/server/session/actor.ts';
import { Refusal } from '#kernel/language/refusal.ts';
import { openApp } from '../../server/assemble.ts';
import { type Client, drive } from './drive.ts';
import { PAID_MONTH, PAID_PEOPLE } from './load/load-wages.ts';
import type { BenchRun } from './operations.ts';
import { replayed, undone } from './recorded.ts';
import type { Measured } from './report.ts';

const LINES = 4;
const WAGES_GOAL = '≤ 2 s';
const SECONDS = 6;
/** Minutes at the door. */
const WINDOW = 60;

type Business = (context: Context) => Promise<unknown>;

async function actorOf(app: App, account: string): Promise<Actor> {
  const tenancy = (await app.ports.tenancy('000000'))!;
  const [{ id }] = await app.db.read(tenancy, (sql) =>
    sql.query<{ id: string }>("select id from blade_user where tenant_id = '000000' and account = $1", [account]),
  );
  return {
    tenancy,
    person: (await app.ports.person(tenancy, id))!,
    language: 'zh',
    origin: { requestId: '', ip: '', channel: 'system' },
  };
}

/** Our path and the bare limit of some pieces of business, each on a line of its own and taken back each time. */
async function both(
  bench: BenchRun,
  app: App,
  {
    name,
    goal,
    actor,
    pieces,
  }: { readonly name: string; readonly goal: string; readonly actor: Actor; readonly pieces: readonly Business[] },
): Promise<Measured[]> {
  if (pieces.length === 0) return [{ name, goal, met: false, note: 'nothing to do it with' }];
  bench.say(name);
  const sent = pieces.map((): { text: string; values: readonly unknown[] }[] => []);
  for (const [at, piece] of pieces.entries()) await undone(app, actor, piece, sent[at]);
  // The server's CPU is this process: nothing stands between it and the business.
  const pids = { ...bench.pids, server: process.pid };
  const cost = await drive(pids, pieces.length, SECONDS, async (line) => {
    await undone(app, actor, pieces[line]);
  });
  const limit = await replayed(bench.appUrl, pids, sent, SECONDS / 2);
  return [
    { name: `${name}, ${sent[0].length} statements`, goal, cost, limit, met: goal !== WAGES_GOAL || cost.p99 <= 2000 },
  ];
}

/** An order that waits, sent to whom the product suggests, in his first free window: with every conflict looked for. */
async function dispatching(app: App, actor: Actor): Promise<Business[]> {
  const found: Business[] = [];
  await undone(app, actor, async (context) => {
    for (const order of await context.find(registration, { registerStatus: 'registered' }, { limit: 60 })) {
      if (found.length === LINES || order.dispId || order.holdReason) continue;
      const best = (await candidatesFor(context, { registrationFormId: order.id, free: true })).find(
        (one) => one.suggestedFrom && !one.conflicts.length,
      );
      if (!best?.suggestedFrom) continue;
      const [from, to] = [best.suggestedFrom, addMinutes(best.suggestedFrom, WINDOW)];
      found.push(async (within) => {
        const form = await within.submit(dispatchForm, { registrationFormId: order.id, planStart: from, planEnd: to });
        await within.submit(visit, { dispId: form.id, technicianId: best.technicianId, planStart: from, planEnd: to });
      });
    }
  });
  return found;
}

/** Visits at work, where a night has left none: accepted and begun in their technicians' names, and kept. */
async function begin(app: App, actor: Actor): Promise<void> {
  let wanted = LINES;
  await undone(app, actor, async (context) => {
    wanted -= (await context.find(visit, { taskStatus: 'working' }, { first: LINES })).length;
  });
  if (wanted <= 0) return;
  const waiting: Row<typeof visit>[] = [];
  await undone(app, actor, async (context) => {
    for (const taskStatus of ['pendingAccept', 'accepted', 'appointed'] as const)
      waiting.push(...(await context.find(visit, { taskStatus }, { first: 100 })).filter((one) => one.sentTime));
  });
  for (const one of waiting) {
    if (wanted <= 0) return;
    const steps = one.taskStatus === 'pendingAccept' ? ['accept', 'arrive'] : ['arrive'];
    // Whoever is at another door already is passed by.
    await transact(app, actor, async (context) => {
      for (const step of steps) await context.act(visit, one.id, step, { reason: '代办' });
    }).then(
      () => {
        wanted--;
      },
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      },
    );
  }
}

/** The whole completion of a visit at work: header, machines, checks, and that it is handed in. */
async function completing(app: App, actor: Actor): Promise<Business[]> {
  await begin(app, actor);
  const found: Business[] = [];
  await undone(app, actor, async (context) => {
    for (const one of await context.find(visit, { taskStatus: 'working' }, { first: 50 })) {
      if (found.length === LINES || (await context.find(completion, { dispatchListId: one.id }, { first: 1 })).length)
        continue;
      const header = {
        dispatchListId: one.id,
        startTime: one.arriveTime,
        endTime: context.now(),
        visitResult: 'reappoint',
        maintenanceContent: '清洗过滤器，排气',
        laborFee: '120',
        mileageKm: '3',
        unpaidReason: 'later',
      };
      found.push((within) =>
        batchSave(
          {
            draft: true,
            reason: '代办',
            header,
            equipment: [{ equipmentName: '混水中心', qty: '1' }],
            supplies: [],
            collects: [],
          },
          within,
        ),
      );
    }
  });
  return found;
}

/** A month of four hundred technicians. */
async function calculating(app: App, actor: Actor): Promise<Business[]> {
  let period: Row<typeof wagePeriod> | undefined;
  await undone(app, actor, async (context) => {
    [period] = await context.find(wagePeriod, { wagePeriod: PAID_MONTH }, { first: 1 });
  });
  return period ? [(within) => calculate(within, period!)] : [];
}

/** What the chain costs beside its own SQL. */
export async function business(bench: BenchRun, dispatcher: Client): Promise<Measured[]> {
  const app = await openApp({
    appUrl: bench.appUrl,
    dataDir: bench.dataDir,
    captcha: false,
    demo: true,
    connections: LINES + 1,
  });
  try {
    const actor = await actorOf(app, 'as_dispatcher');
    const wages = await actorOf(app, 'as_hr');
    // Visits of all teams are begun and finished in their technicians' stead.
    const everybody = await actorOf(app, 'admin');
    return [
      ...(await both(bench, app, {
        name: 'dispatch an order with all conflicts looked for',
        goal: 'ratio',
        actor,
        pieces: await dispatching(app, actor),
      })),
      ...(await both(bench, app, {
        name: 'batchSave of a completion',
        goal: 'ratio',
        actor: everybody,
        pieces: await completing(app, everybody),
      })),
      ...(await both(bench, app, {
        name: `the wages of ${PAID_PEOPLE} technicians of a month`,
        goal: WAGES_GOAL,
        actor: wages,
        pieces: await calculating(app, wages),
      })),
      await board(bench, app, actor, dispatcher),
    ];
  } finally {
    await app.close();
  }
}

/** The board's answer of a day, over HTTP, beside its statements alone. */
async function board(bench: BenchRun, app: App, actor: Actor, dispatcher: Client): Promise<Measured> {
  bench.say('the board of a day');
  const sent: { text: string; values: readonly unknown[] }[] = [];
  await undone(
    app,
    actor,
    (context) => boardOf(context, { date: null, from: null, to: null, days: 1, team: null }),
    sent,
  );
  const cost = await drive(bench.pids, LINES, SECONDS, async () => {
    await dispatcher.ok('GET', `${dispatchForm.path}/technicianList`);
  });
  const limit = await replayed(
    bench.appUrl,
    bench.pids,
    Array.from({ length: LINES }, () => sent),
    SECONDS / 2,
  );
  return { name: 'the board of a day', goal: 'p99 < 400 ms', cost, limit, met: cost.p99 < 400 };
}
