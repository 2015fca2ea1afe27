import type { DryRunAsked } from './dry-run.calls.ts';
import { type Context, type JobRun, type OwnCall, type Reading, implement } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { ruleProblem } from '../rules/rule-problem.rules.ts';
import { type DryRunOutcome, dryRunRule } from './dry-run.calls.ts';
import { readOutcome } from './dry-run-outcome.server.ts';
import { RuleRun } from './rule-run.server.ts';
import { type DeviceOfRun, devicesOfRun } from './run-devices.server.ts';
import { type RunRules, rulesOfRun } from './run-rules.server.ts';

/** Limits of a direct answer: with more devices, or more expected messages, the run becomes a job. */
const MAX_DEVICES = 500;
const MAX_MESSAGES = 250_000;
/** Maximal duration of a direct answer; longer runs become jobs. */
const PATIENCE_MS = 4000;
/** Duration of one transaction of a job. */
const STEP_MS = 2000;

export const DRY_RUN_JOB = 'iot.alarmDryRun';

const DAY_MS = 86_400_000;

interface Planned {
  readonly rules: RunRules;
  readonly devices: readonly DeviceOfRun[];
  readonly run: RuleRun;
}

async function planned(reading: Reading, asked: DryRunAsked): Promise<Planned> {
  const problem = ruleProblem({ ...asked, clearRule: asked.clearRule, schedule: asked.schedule });
  if (problem) throw refuse.ruleMalformed({ zh: problem[0], en: problem[1] });
  const rules = await rulesOfRun(reading, asked);
  const devices = await devicesOfRun(reading, asked, rules);
  const [{ now, zone }] = await reading.sql.query<{ now: number; zone: string }>(
    `select (extract(epoch from $1::timestamptz) * 1000)::float8 as now, current_setting('TimeZone') as zone`,
    [reading.now()],
  );
  return { rules, devices, run: new RuleRun(rules, { from: now - asked.days * DAY_MS, until: now, zone }) };
}

const dueMessages = (devices: readonly DeviceOfRun[], days: number): number =>
  devices.reduce((sum, { intervalSec }) => sum + (days * 86_400) / intervalSec, 0);

/**
 * Replay the messages of devices until the time of the step is over; return the number of devices that were replayed.
 */
async function runSome(
  reading: Reading,
  { run }: Planned,
  devices: readonly DeviceOfRun[],
  patienceMs: number,
): Promise<number> {
  const until = performance.now() + patienceMs;
  let done = 0;
  for (const one of devices) {
    if (performance.now() > until) return done;
    await run.take(reading, one);
    done += 1;
  }
  return done;
}

async function start(context: Context, asked: DryRunAsked): Promise<string> {
  return context.enqueueJob(DRY_RUN_JOB, ['告警规则试算', 'Dry run of an alarm rule'], {
    paper: 'alarmRule',
    ...asked,
  });
}

async function dryRun(context: Context, asked: DryRunAsked): Promise<{ outcome: DryRunOutcome | null; jobId: string }> {
  const begun = performance.now();
  const plan = await planned(context, asked);
  const isLong = plan.devices.length > MAX_DEVICES || dueMessages(plan.devices, asked.days) > MAX_MESSAGES;
  if (isLong || (await runSome(context, plan, plan.devices, PATIENCE_MS)) < plan.devices.length)
    return { outcome: null, jobId: await start(context, asked) };
  const outcome = await readOutcome(context, { ...plan, asked, tookMs: Math.round(performance.now() - begun) });
  return { outcome, jobId: '' };
}

/** Do a dry run as a job: several devices in each transaction, with the permissions of the person who started it. */
export async function runDryRun({ asked, step, progress }: JobRun): Promise<Record<string, unknown>> {
  const begun = performance.now();
  const of = asked as unknown as DryRunAsked;
  const plan = await step((context) => planned(context, of));
  let done = 0;
  while (done < plan.devices.length) {
    done += await step((context) => runSome(context, plan, plan.devices.slice(done), STEP_MS));
    await progress(done, plan.devices.length);
  }
  const outcome = await step((context) =>
    readOutcome(context, { ...plan, asked: of, tookMs: Math.round(performance.now() - begun) }),
  );
  return { outcome };
}

export const dryRunCalls: readonly OwnCall[] = [
  implement(dryRunRule, { write: (asked, context) => dryRun(context, asked) }),
];
