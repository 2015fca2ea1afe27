import { completion } from '#business/completion/completion/completion.paper.ts';
import { batchSave } from '#business/completion/completion/batch-save.server.ts';
import { candidatesFor } from '#business/dispatch/candidates/candidates.server.ts';
import { boardOf } from '#business/dispatch/board/board.server.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { addMinutes } from '#kernel/language/days.ts';
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
import { type Client, type Cost, drive } from './drive.ts';
import { PAID_MONTH, PAID_PEOPLE } from './load/load-wages.ts';
import type { BenchRun } from './operations.ts';
import { replayed, undone } from './recorded.ts';
import type { Measured } from './report.ts';

const LINES = 4;
const WAGES_GOAL = '≤ 2 s';
const SECONDS = 6;
/** Length of a planned visit in minutes. */
const WINDOW = 60;

export type Business = (context: Context) => Promise<unknown>;

export async function actorOf(app: App, account: string): Promise<Actor> {
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

/**
 * Measure pieces of business by our code, and their recorded SQL alone. Each piece runs on its own connection and is
 * rolled back each time.
 */
export async function besideItsSql(
  bench: BenchRun,
  app: App,
  {
    name,
    goal,
    actor,
    pieces,
    isMet = () => true,
  }: {
    readonly name: string;
    readonly goal: string;
    readonly actor: Actor;
    readonly pieces: readonly Business[];
    readonly isMet?: (cost: Cost, statements: number) => boolean;
  },
): Promise<Measured[]> {
  if (pieces.length === 0) return [{ name, goal, met: false, note: 'nothing to do it with' }];
  bench.say(name);
  const sent = pieces.map((): { text: string; values: readonly unknown[] }[] => []);
  for (const [at, piece] of pieces.entries()) await undone(app, actor, piece, sent[at]);
  // The business runs in this process, so the CPU of this process is its cost.
  const pids = { ...bench.pids, server: process.pid };
  const cost = await drive(pids, pieces.length, SECONDS, async (line) => {
    await undone(app, actor, pieces[line]);
  });
  const limit = await replayed(bench.appUrl, pids, sent, SECONDS / 2);
  return [{ name: `${name}, ${sent[0].length} statements`, goal, cost, limit, met: isMet(cost, sent[0].length) }];
}

/**
 * Return pieces of business that dispatch a waiting order to the best candidate in the first free window, with all
 * conflict checks.
 */
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

/**
 * Start visits in the name of their technicians, until enough are in progress for a run. These starts are not rolled
 * back.
 */
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
    // A technician who is at another visit is refused; try the next one.
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

/** Return pieces of business that submit the whole completion of a visit in progress: header, machines and checks. */
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

/** Return the business that calculates the wages of four hundred technicians for one month. */
async function calculating(app: App, actor: Actor): Promise<Business[]> {
  let period: Row<typeof wagePeriod> | undefined;
  await undone(app, actor, async (context) => {
    [period] = await context.find(wagePeriod, { wagePeriod: PAID_MONTH }, { first: 1 });
  });
  return period ? [(within) => calculate(within, period!)] : [];
}

/** Measure dispatch, completion, wages and the board, each beside its SQL alone. */
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
    // The administrator may start and finish visits of all teams.
    const everybody = await actorOf(app, 'admin');
    return [
      ...(await besideItsSql(bench, app, {
        name: 'dispatch an order with all conflicts looked for',
        goal: 'ratio',
        actor,
        pieces: await dispatching(app, actor),
      })),
      ...(await besideItsSql(bench, app, {
        name: 'batchSave of a completion',
        goal: 'ratio',
        actor: everybody,
        pieces: await completing(app, everybody),
      })),
      ...(await besideItsSql(bench, app, {
        name: `the wages of ${PAID_PEOPLE} technicians of a month`,
        goal: WAGES_GOAL,
        actor: wages,
        pieces: await calculating(app, wages),
        isMet: ({ p99 }) => p99 <= 2000,
      })),
      await board(bench, app, actor, dispatcher),
    ];
  } finally {
    await app.close();
  }
}

/** Measure the call of the dispatch board for one day over HTTP, beside its statements alone. */
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
