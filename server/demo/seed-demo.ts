import pg from 'pg';
import type { DatedStep, DemoUser, DemoWorld, RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { checkInvariants } from '#business/system/quality/check-invariants.server.ts';
import { SetClock, inZone, systemClock } from '#kernel/server/time/clock.ts';
import type { Context } from '#kernel/server/context.ts';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import type { App } from '#kernel/server/app.ts';
import { storePicture } from '#kernel/server/files/store-file.ts';
import { productActor } from '#kernel/server/jobs/outbox.ts';
import { type Transaction, transact } from '#kernel/server/write/transaction.ts';
import { partsOfRooms, productTree, rooms } from '../rooms.ts';
import { seedCompany } from './company/company.seed.ts';
import { readLongAgo } from './company/orders/repairs.seed.ts';
import { drawnPicture } from './drawn-picture.ts';
import { lanes } from './workers.ts';
import { hirePeople } from './people.ts';
import { count, withoutSearches } from './upkeep.ts';

const TENANT = '000000';
const ZONE = 'Asia/Shanghai';
const SEED = 20_261_120;
const DAY_MS = 86_400_000;
/** Months of business by default; `npm run seed -- --months 14` makes a longer history. */
const MONTHS = 3;

/** Return the epoch milliseconds of a time in Shanghai, which has no summer time (UTC+8). */
const msOf = (at: string): number => Date.parse(`${at.replace(' ', 'T')}+08:00`);

/**
 * Options of the demo run. `now` is the moment at which the business ends (epoch milliseconds; absent: now); `refused`
 * is called for each refused step.
 */
export interface Telling {
  readonly months?: number;
  /** Share of the business of a whole company; absent: 1. */
  readonly share?: number;
  readonly now?: number;
  readonly refused?: DemoWorld['refused'];
  /** Called with each drawing and the id of its attachment. */
  readonly drawn?: (id: string, svg: string) => void;
  /** Number of days that follow after `now`; each ends at the same time of day. Absent: none. */
  readonly mornings?: number;
  /** Called at the end of the demo run, and after each further day. */
  readonly reached?: (nowMs: number) => Promise<void>;
  /** Runs each dated step of a room, so that its cost can be measured. No other step runs at the same time. */
  readonly measured?: (room: string, at: string, run: () => Promise<unknown>) => Promise<unknown>;
}

/**
 * Make the demo company once, by the same actions as people use, with a clock set to each event. Return false if the
 * database already has data.
 */
export async function seedDemo(
  app: App,
  ownerUrl: string,
  say: (step: string) => void,
  telling: Telling = {},
): Promise<boolean> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query('select pg_advisory_lock(47112028)');
    const state = (await owner.query("select value from anju_meta where id = 'demo'")).rows[0]?.value;
    if (state !== undefined && state !== 'begun') return false;
    if (state === undefined && (await isLivedIn(owner))) return false;
    say('演示公司 Demo company …');
    if (state === 'begun') throw halfMade();
    await owner.query("insert into anju_meta (id, value) values ('demo', 'begun') on conflict (id) do nothing");
    await withoutSearches(owner, ownerUrl, () => build(app, { owner, ownerUrl }, telling));
    await owner.query("update anju_meta set value = 'done' where id = 'demo'");
    await count(owner, ownerUrl, 'after');
    return true;
  } finally {
    await owner.end();
  }
}

/** Return the error for an interrupted demo run. Such a run cannot be continued, unlike the load of an archive. */
const halfMade = (): StartupError =>
  new StartupError(
    '演示公司只生成了一半就被中断：请换一个空的数据库或数据目录（ANJU_DATA）再来。',
    'The demo company was cut off half-way: start again with an empty database or another data folder (ANJU_DATA).',
  );

/** Return whether people already use this database: then no demo company is made. */
async function isLivedIn(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query(
    `select exists (select 1 from blade_user where account <> 'admin') or exists (select 1 from asrepairform) as lived`,
  );
  return rows[0].lived;
}

/**
 * Run a transaction without waiting for the disk. A crash can lose the last transactions, but an interrupted run is
 * repeated in another database anyway.
 */
const unhurried =
  <T>(work: (context: Context) => Promise<T>) =>
  (transaction: Transaction): Promise<T> => {
    transaction.sql.enqueue('set local synchronous_commit to off');
    return work(transaction);
  };

async function build(
  real: App,
  { owner, ownerUrl }: { readonly owner: pg.Client; readonly ownerUrl: string },
  {
    months = MONTHS,
    share = 1,
    now: began = systemClock.ms(),
    refused,
    drawn,
    mornings = 0,
    reached,
    measured,
  }: Telling,
): Promise<void> {
  // Each transaction has its own clock, since several run at the same time.
  const houseAt = (at: string): App => ({ ...real, clock: new SetClock(msOf(at)) });
  const { random, concurrency: abreast } = lanes(SEED);
  // Requests are numbered in base 36 from four digits on: short ids keep the archive small.
  let requests = 46_656;
  const people = await hirePeople(owner, began);
  const byRole = new Map<string, DemoUser>(people.users.map((user) => [user.role, user]));
  const tenancy = { tenantId: TENANT, zone: ZONE };
  real.ports.forget(null);
  const found = await partsOfRooms<RoomSeed>(productTree, 'room.seed.ts');
  const seeds = rooms.flatMap(({ name }) => found.get(name) ?? []);
  const stepsOf = ({ name }: (typeof rooms)[number]): DatedStep[] =>
    (found.get(name)?.dated?.(world) ?? []).map(({ at, run }) => ({
      at,
      run: () => measured?.(name, at, run) ?? run(),
    }));
  const world: { -readonly [K in keyof DemoWorld]: DemoWorld[K] } = {
    months,
    share,
    refused,
    today: inZone(began, ZONE).slice(0, 10),
    now: inZone(began, ZONE),
    random,
    concurrency: abreast,
    users: people.users,
    departments: people.departments,
    createUser: people.createUser,
    async staffed(technicians) {
      for (const seed of seeds) await seed.staffed?.(world, technicians);
    },
    async housed() {
      for (const seed of seeds) await seed.housed?.(world);
    },
    dated: () => rooms.flatMap(stepsOf),
    settled: () => count(owner, ownerUrl, 'meanwhile'),
    product: (at, work) => {
      const app = houseAt(at);
      return transact(app, productActor(app, tenancy, 'demo'), unhurried(work));
    },
    picture: async (context, name, svg) => {
      const id = await storePicture(context as Transaction, name, await drawnPicture(svg));
      drawn?.(id, svg);
      return id;
    },
    async as(who, at, work) {
      const app = houseAt(at);
      const user = typeof who === 'string' ? byRole.get(who) : who;
      const person = user && (await app.ports.person(tenancy, user.id));
      if (!person)
        throw new Error(`the demo company has nobody who is ${String(typeof who === 'string' ? who : who.account)}`);
      return transact(
        app,
        {
          tenancy,
          person,
          language: 'zh',
          origin: { requestId: `demo-${(requests += 1).toString(36)}`, ip: '127.0.0.1', channel: 'system' },
        },
        unhurried(work),
      );
    },
  };
  for (const seed of seeds) await seed.before?.(world);
  const goOn = await seedCompany(world);
  for (const seed of seeds) await seed.after?.(world);
  const counted = async (): Promise<void> => {
    for (const seed of seeds) await seed.nightly?.(world);
    for (const seed of seeds) await seed.counted?.(world);
    await world.product(world.now, readLongAgo);
    await checkInvariants(real.invariants, { step: (work) => world.product(world.now, work) });
  };
  await counted();
  // Mark events in the outbox that are older than a day as delivered. The others are delivered when the product starts.
  await owner.query("update anju_outbox set done = at where done is null and at < $1::timestamptz - interval '1 day'", [
    `${world.now}+08`,
  ]);
  await reached?.(began);
  for (let morning = 1; morning <= mornings; morning += 1) {
    const nowMs = began + morning * DAY_MS;
    world.now = inZone(nowMs, ZONE);
    world.today = world.now.slice(0, 10);
    await goOn();
    await counted();
    await reached?.(nowMs);
  }
}
