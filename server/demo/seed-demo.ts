import { randomUUID } from 'node:crypto';
import pg from 'pg';
import sharp from 'sharp';
import type { DemoUser, DemoWorld, RoomSeed } from '#business/system/seed/demo-world.seed.ts';
import { checkInvariants } from '#business/system/quality/check-invariants.server.ts';
import { SetClock, inZone, systemClock } from '#kernel/server/time/clock.ts';
import type { Context } from '#kernel/server/context.ts';
import type { App } from '#kernel/server/app.ts';
import { storePicture } from '#kernel/server/files/store-file.ts';
import { productActor } from '#kernel/server/jobs/outbox.ts';
import { type Transaction, transact } from '#kernel/server/write/transaction.ts';
import { partsOfRooms, productTree, rooms } from '../rooms.ts';
import { seedCompany } from './company/company.seed.ts';
import { lanes } from './workers.ts';
import { hirePeople } from './people.ts';
import { count, withoutSearches } from './upkeep.ts';

const TENANT = '000000';
const ZONE = 'Asia/Shanghai';
const SEED = 20_261_120;
/** What a first start makes; `npm run seed -- --months 14` tells a longer test. */
const MONTHS = 6;

/** Milliseconds of a wall clock in Shanghai, which has had no summer time since 1991. */
const msOf = (at: string): number => Date.parse(`${at.replace(' ', 'T')}+08:00`);

/** How long the tale is, when it is told (milliseconds; absent: now), and who hears what a rule refused. */
export interface Telling {
  readonly months?: number;
  readonly now?: number;
  readonly refused?: DemoWorld['refused'];
}

/** Builds the demo company once, through the same actions as the calls, by a clock that is put where the test is. */
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
    if (state === 'done') return false;
    if (state === undefined && (await isLivedIn(owner))) return false;
    say('演示公司 Demo company …');
    // Stopped half-way last time: nobody has worked there yet, so it is built anew.
    if (state === 'begun') await sweep(owner);
    await owner.query("insert into anju_meta (id, value) values ('demo', 'begun') on conflict (id) do nothing");
    await withoutSearches(owner, ownerUrl, () => build({ ...app, announce: () => {} }, { owner, ownerUrl }, telling));
    await owner.query("update anju_meta set value = 'done' where id = 'demo'");
    await count(owner, ownerUrl, 'after');
    return true;
  } finally {
    await owner.end();
  }
}

/** Somebody works with this database already: the demo company stays away from it. */
async function isLivedIn(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query(
    `select exists (select 1 from blade_user where account <> 'admin') or exists (select 1 from asrepairform) as lived`,
  );
  return rows[0].lived;
}

const businessTables = (): string[] =>
  rooms
    .filter((room) => room.name !== 'system')
    .flatMap((room) => room.papers)
    .map((paper) => paper.table);

async function sweep(owner: pg.Client): Promise<void> {
  await owner.query(
    `truncate ${[...businessTables(), 'blade_post', 'blade_attach', 'anju_counter', 'anju_audit', 'anju_seal', 'anju_outbox', 'anju_job'].join(', ')}`,
  );
  await owner.query("delete from blade_user where account <> 'admin'");
  await owner.query('delete from blade_dept where parent_id is not null');
}

/** Stopped half-way, the company is built anew; so its transactions need not wait for the disk, the last word (`done`) does. */
const unhurried =
  <T>(work: (context: Context) => Promise<T>) =>
  (transaction: Transaction): Promise<T> => {
    transaction.sql.enqueue('set local synchronous_commit to off');
    return work(transaction);
  };

async function build(
  real: App,
  { owner, ownerUrl }: { readonly owner: pg.Client; readonly ownerUrl: string },
  { months = MONTHS, now: began = systemClock.ms(), refused }: Telling,
): Promise<void> {
  // Each transaction has a clock of its own: several are under way at once.
  const houseAt = (at: string): App => ({ ...real, clock: new SetClock(msOf(at)) });
  const { random, concurrency: abreast } = lanes(SEED);
  const people = await hirePeople(owner, began);
  const byRole = new Map<string, DemoUser>(people.users.map((user) => [user.role, user]));
  const tenancy = { tenantId: TENANT, zone: ZONE };
  real.ports.forget(null);
  const found = await partsOfRooms<RoomSeed>(productTree, 'room.seed.ts');
  const seeds = rooms.flatMap(({ name }) => found.get(name) ?? []);
  const world: DemoWorld = {
    months,
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
    settled: () => count(owner, ownerUrl, 'meanwhile'),
    product: (at, work) => {
      const app = houseAt(at);
      return transact(app, productActor(app, tenancy, 'demo'), unhurried(work));
    },
    picture: async (context, name, svg) =>
      storePicture(context as Transaction, name, await sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()),
    async as(who, at, work) {
      const app = houseAt(at);
      const user = typeof who === 'string' ? byRole.get(who) : who;
      const person = user && (await app.ports.person(tenancy, user.id));
      if (!person)
        throw new Error(`the demo company has nobody who is ${String(typeof who === 'string' ? who : who.account)}`);
      return transact(
        app,
        { tenancy, person, language: 'zh', origin: { requestId: randomUUID(), ip: '127.0.0.1', channel: 'system' } },
        unhurried(work),
      );
    },
  };
  for (const seed of seeds) await seed.before?.(world);
  await seedCompany(world);
  for (const seed of seeds) await seed.after?.(world);
  for (const seed of seeds) await seed.counted?.(world);
  await checkInvariants(real.invariants, { step: (work) => world.product(world.now, work) });
  // What happened before yesterday concerns nobody any more; the last day is told when the product opens.
  await owner.query("update anju_outbox set done = at where done is null and at < $1::timestamptz - interval '1 day'", [
    `${world.now}+08`,
  ]);
}
