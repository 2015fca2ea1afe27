import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { COMPANY_QUEUE, sender } from '#kernel/server/jobs/queues.ts';
import type { CrashableServer } from '#kernel/testing/power-cut.ts';
import { contractsAct } from './walks/crash-contracts-acts.ts';
import { type ContractsSite, foundContracts } from './walks/crash-contracts-site.ts';
import { WALK_MS, withOwner, pick, walked } from './walks/crash-walk.ts';

/** Invariants of contracts, plans, reminders, pushes, consents, orders, their money and logs. */
const CHECKED = new Set(
  'A1 C1 D2A D2B D2C D2E D2F D2G D2H D7A D7B D7X D8D M2 M3 M4 M5 M7 M7S M9 P1 P2 P3 P5A P5B R1 R2'.split(' '),
);
/** Acts that the walk must have done. */
const WAYS = [
  'draft',
  'edit a draft',
  'activate',
  'suspend',
  'go on',
  'go on with the days',
  'terminate',
  'collect',
  'approve',
  'book',
  'register',
  'skip',
  'skip and use',
  'restore',
  'use the last',
  'reopen',
  'order',
  'cancel',
  'link',
  'unlink',
  'push',
  'set',
  'opt out',
  'merge',
];
/** Work of the product by the clock: it runs among the acts. */
const TIMED = [
  'schemePush.run',
  'planOccurrence.generate',
  'planOccurrence.endFinished',
  'reminder.scan',
  'scheme.roll',
];
const EVERY_MS = 700;
/** Most waits at the end until the product has done its own work. */
const SETTLES = 600;
const SETTLES_EVERY_MS = 250;

/** Start timed work at random until the acts are enough. */
async function timedWork({ database }: CrashableServer, isEnough: () => boolean): Promise<void> {
  const boss = sender(database.ownerUrl);
  boss.on('error', () => {
    // The database was killed.
  });
  await boss.start();
  try {
    while (!isEnough()) {
      const name = pick(TIMED);
      await boss.insert(COMPANY_QUEUE, [{ data: { name, tenantId: '000000' }, singletonKey: `${name} 000000` }]);
      await sleep(EVERY_MS);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Let the jobs of a killed process be found now: the product finds them by their missing heartbeat after a minute. */
async function findDeadJobs(ownerUrl: string): Promise<void> {
  await withOwner(ownerUrl, async (client) => {
    await client.query(
      "update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active' and started_on < pg_postmaster_start_time()",
    );
    await client.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null');
  });
  const boss = sender(ownerUrl);
  await boss.start();
  await boss.supervise();
  await boss.stop({ graceful: false });
}

/** Wait until jobs and events have ended; throw where one fails for good or does not end. */
async function settled({ database }: CrashableServer): Promise<void> {
  const open = (): Promise<{ what: string; isDead: boolean }[]> =>
    withOwner(database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ what: string; isDead: boolean }>(
        `select concat_ws(' ', kind, state, asked, error) as what, state = 'failed' as "isDead" from anju_job where state <> 'done'
         union all select concat_ws(' ', event, row_key, tries), dead is not null from anju_outbox where done is null`,
      );
      return rows;
    });
  await findDeadJobs(database.ownerUrl);
  let left = await open();
  for (let n = 0; n < SETTLES && left.length && !left.some(({ isDead }) => isDead); n++) {
    await sleep(SETTLES_EVERY_MS);
    left = await open();
  }
  if (left.length) throw new Error(left.map(({ what }) => what).join('\n'));
}

test(
  'after kills of server and database among the acts of eight people, contracts, visits, pushes and money agree',
  { timeout: WALK_MS + SETTLES * SETTLES_EVERY_MS },
  async () => {
    const outcome = await walked<ContractsSite>({
      ways: WAYS,
      invariants: CHECKED,
      marked: {
        asscheme: 'remark',
        asmaintain: 'remark',
        asregistrationform: 'remark',
        ascollectdetaileds: 'remark',
      },
      found: foundContracts,
      people: ({ desk, lead, manager, finance, checker }) => [...desk, lead, manager, finance, checker],
      choose: contractsAct,
      mark({ body }, key) {
        for (const part of [body, body.header as typeof body | undefined])
          if (part && 'remark' in part) part.remark = key;
      },
      beside: timedWork,
      settle: settled,
    });
    expect(outcome).toEqual({ broken: [], wrong: [], failed: [], undone: [] });
  },
);
