import { strict as assert } from 'node:assert';
import type pg from 'pg';
import { sendCares } from '#business/plans/care/send-care.server.ts';
import { generate } from '#business/plans/occurrence/generate.server.ts';
import { pushRun } from '#business/plans/push/run/push-run.server.ts';
import { type App, productActor } from '#kernel/server';
import { workStepsOf } from '#kernel/server/jobs/timed-jobs.ts';
import { SetClock } from '#kernel/server/time/clock.ts';
import { openApp } from '../../../../server/assemble.ts';
import { projectDir } from '../../../command/project-dir.ts';
import { printLine } from '../../../command/steps.ts';
import { type Spent, spentBy } from '../../cpu.ts';
import { conditionsTable, valuesTable, writeSection } from '../../report.ts';
import { withBenchDatabase } from '../bench-database.ts';
import { asOwner, loadContracts } from './contracts-load.ts';
import { bareCopies, loadCare, loadPushes, messagesOfOptedOut, optOut, pushesOfCare } from './pushes-load.ts';

const TENANT = '000000';
const TARGETS = 10_000;
/** Groups of customers who opt out, one after each run, and the size of each. */
const GROUPS = 4;
const A_GROUP = 50;
const DAY_MS = 86_400_000;
const GOAL_SECONDS = 60;

/** Return ten o'clock of the day after all that is stored: pushes leave in working hours, and time never runs back. */
const tenOClock = (ownerUrl: string): Promise<number> =>
  asOwner(ownerUrl, async (owner) => {
    const [{ day }] = (
      await owner.query<{ day: string }>(
        "select to_char((greatest(now(), max(operate_time)) at time zone 'Asia/Shanghai')::date + 1, 'YYYY-MM-DD') as day from asactionlog",
      )
    ).rows;
    return Date.parse(`${day}T10:00:00+08:00`);
  });

interface Timed {
  readonly seconds: number;
  readonly spent: Spent;
}

async function timed(name: string, postmaster: number, work: () => Promise<unknown>): Promise<Timed> {
  const began = performance.now();
  const spent = await spentBy(postmaster, work);
  const seconds = (performance.now() - began) / 1000;
  printLine(`${name}: ${seconds.toFixed(1)} s, ${wordsOf(spent)}`);
  return { seconds, spent };
}

const wordsOf = ({ node, database }: Spent): string => `${node.toFixed(1)} + ${database.toFixed(1)} s`;
const totalOf = ({ node, database }: Spent): number => node + database;

/** The parts of a measured company. */
interface Bench {
  readonly app: App;
  readonly owner: pg.Client;
  readonly postmaster: number;
}

const stepsOf = (app: App) => workStepsOf(app, productActor(app, { tenantId: TENANT, zone: 'Asia/Shanghai' }, 'bench'));

const countOf = async (owner: pg.Client, where: string): Promise<number> =>
  (await owner.query<{ count: number }>(`select count(*)::int as count from asschemepush where ${where}`)).rows[0]
    .count;

/** Run until nothing is left to push. Each run has a limit of targets. */
async function pushAll({ app, owner }: Bench, open: string): Promise<void> {
  let before = -1;
  for (let left = await countOf(owner, open); left !== before; left = await countOf(owner, open)) {
    before = left;
    await pushRun(stepsOf(app));
  }
}

/** Push the visits of all contracts by a rule, and insert the same rows by statements alone. */
async function pushByRule(
  bench: Bench,
): Promise<{ readonly pushed: Timed; readonly again: Timed; readonly bare: Timed }> {
  const { app, owner, postmaster } = bench;
  const pushed = await timed('pushes by a rule', postmaster, () => pushAll(bench, 'rule_id is not null'));
  assert.equal(await countOf(owner, "push_status = 'sending' and parcel_id is not null"), TARGETS);
  const again = await timed('a run that finds all pushed', postmaster, () => pushRun(stepsOf(app)));
  assert.equal(await countOf(owner, 'rule_id is not null'), TARGETS);
  return { pushed, again, bare: await timed('bare statements', postmaster, () => bareCopies(owner)) };
}

/** Send a message of care to all customers, while some of them opt out after each run. */
async function pushCare(
  bench: Bench,
  now: string,
): Promise<{ readonly frozen: Timed; readonly pushed: Timed; readonly heard: number; readonly cancelled: number }> {
  const { app, owner, postmaster } = bench;
  const care = await loadCare(owner, TENANT, now);
  const frozen = await timed('care is frozen', postmaster, () => sendCares(stepsOf(app)));
  assert.equal(await countOf(owner, `care_id = ${care}`), TARGETS);
  let heard = 0;
  const pushed = await timed('care is pushed', postmaster, async () => {
    for (let group = 0; group < GROUPS; group += 1) {
      const before = await optOut(owner, TENANT, care, { every: TARGETS / A_GROUP, at: group });
      // Those who opted out with an earlier group got no message since.
      assert.ok(before >= heard && before <= heard + A_GROUP);
      heard = before;
      await pushRun(stepsOf(app));
      assert.equal(await messagesOfOptedOut(owner, care), heard);
    }
    await pushAll(bench, "push_status = 'waiting'");
  });
  assert.equal(await messagesOfOptedOut(owner, care), heard);
  const { waiting = 0, sending = 0, cancelled = 0 } = await pushesOfCare(owner, care);
  assert.deepEqual([waiting, sending, cancelled], [0, TARGETS - cancelled, GROUPS * A_GROUP - heard]);
  printLine(`${GROUPS * A_GROUP} opted out: ${heard} had their message before, ${cancelled} got none, 0 after`);
  return { frozen, pushed, heard, cancelled };
}

/** `npm run bench -- pushes`: ten thousand targets by a rule, and a message of care to ten thousand customers. */
export async function benchPushes(): Promise<void> {
  await withBenchDatabase('pushes', async ({ ownerUrl, appUrl, dataDir, postmaster }) => {
    await loadContracts(ownerUrl, TENANT, TARGETS, 1);
    const clock = new SetClock(await tenOClock(ownerUrl));
    const app = await openApp({ appUrl, dataDir, clock });
    await generate(stepsOf(app));
    await asOwner(ownerUrl, async (owner) => {
      const bench: Bench = { app, owner, postmaster: postmaster };
      await loadPushes(owner, TENANT);
      const byRule = await pushByRule(bench);
      // A customer gets one reminder a day, so the care is of the next day.
      clock.pass(DAY_MS);
      const care = await pushCare(bench, new Date(clock.ms()).toISOString());
      writeSection(projectDir, 'Pushes', [
        ...conditionsTable(
          'npm run bench -- pushes',
          `${TARGETS.toLocaleString('en')} planned visits of as many customers, one rule, one template; messages stay in the queue. The bare limit inserts the same rows of pushes, messages and events by statements alone, with the same indexes.`,
        ),
        ...valuesTable([
          {
            name: `${TARGETS.toLocaleString('en')} targets judged by a rule, stored, queued`,
            value: `${byRule.pushed.seconds.toFixed(1)} s`,
            goal: `< ${GOAL_SECONDS} s`,
            isMet: byRule.pushed.seconds < GOAL_SECONDS,
          },
          { name: 'its CPU, Node + PostgreSQL', value: wordsOf(byRule.pushed.spent) },
          { name: 'the bare statements', value: `${byRule.bare.seconds.toFixed(1)} s, ${wordsOf(byRule.bare.spent)}` },
          {
            name: 'CPU beside the bare statements',
            value: `${(totalOf(byRule.pushed.spent) / totalOf(byRule.bare.spent)).toFixed(1)} ×`,
          },
          {
            name: 'a run that finds all pushed',
            value: `${byRule.again.seconds.toFixed(1)} s, ${wordsOf(byRule.again.spent)}`,
          },
          {
            name: 'a care is frozen',
            value: `${care.frozen.seconds.toFixed(1)} s, ${wordsOf(care.frozen.spent)}`,
          },
          {
            name: `it is pushed, while ${GROUPS * A_GROUP} customers opt out`,
            value: `${care.pushed.seconds.toFixed(1)} s, ${wordsOf(care.pushed.spent)}`,
          },
          {
            name: 'messages to them after the opt-out',
            value: `0; ${care.heard} had theirs before, ${care.cancelled} got none`,
            goal: '0',
            isMet: true,
          },
        ]),
      ]);
    });
    await app.close();
  });
}
