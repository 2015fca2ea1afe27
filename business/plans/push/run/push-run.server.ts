import { must } from '#kernel/language/must.ts';
import { type Context, type TimedSteps, isAway } from '#kernel/server';
import { RUN_HOURS } from '../judge/may-send.rules.ts';
import { type JudgedTarget, judge } from '../judge/judge.server.ts';
import { type RuleTerms, readPushRules } from '../judge/rule-terms.server.ts';
import { type TargetRow, readTargets } from '../judge/targets.server.ts';
import { schemePush } from '../log/scheme-push.paper.ts';
import { type PushScene, type PushTargets, pushTargets } from '../push-targets.server.ts';
import { addDays } from '#kernel/language/days.ts';
import { type PushCursor, moveCursor, readCursor } from './cursor.server.ts';
import { type Delivered, type Push, deliver } from './deliver.server.ts';
import { PUSH_LOCK } from './push-lock.rules.ts';
import { sendWaitingPushes, sendWaitingAlone } from './waiting.server.ts';

/** Targets of one step, and of one run of a company. */
const AT_ONCE = 100;
const MOST = 2000;

/** A scene that rules push, with its targets and rules. */
interface PushedScene {
  readonly scene: PushScene;
  readonly targets: PushTargets;
  readonly rules: readonly RuleTerms[];
}

/** Return the scenes that have rules, in the order of their targets. */
async function scenesOf(context: Context): Promise<PushedScene[]> {
  const all = await readPushRules(context);
  return context.contributions(pushTargets).flatMap((targets) =>
    targets.scenes.flatMap((scene) => {
      const rules = all.filter(({ rule }) => rule.pushScene === scene);
      return rules.length && targets.sql(scene) ? [{ scene, targets, rules }] : [];
    }),
  );
}

const pushKeyOf = ({ terms, target, turn }: JudgedTarget): string =>
  `${terms.rule.id}#${target.id}#${target.dueDate}#${turn}`;

/** Store pushes of targets that are reminded now or wait. A push whose key is stored is left out. */
async function storePushes(
  context: Context,
  { scene, targets }: PushedScene,
  judged: readonly JudgedTarget[],
): Promise<Map<string, Push>> {
  const rows = judged.map((one) => ({
    createDept: one.target.createDept,
    pushScene: scene,
    ruleId: one.terms.rule.id,
    schemeId: one.target.schemeId,
    [targets.column]: one.target.id,
    customerId: one.target.customerId,
    customerName: one.target.customerName,
    dueDate: one.target.dueDate,
    pushTurn: one.turn,
    pushStatus: 'waiting' as const,
    waitUntil: one.verdict.verdict === 'wait' ? one.verdict.until : context.now(),
    bundleKey: one.bundleKey,
    nextChannels: one.channels.join(','),
    pushKey: pushKeyOf(one),
  }));
  const made = rows.length ? await context.createAll(schemePush, rows, { unlessThere: 'pushKey' }) : [];
  return new Map(made.map((one) => [must(one.pushKey, 'pushKey'), one]));
}

/** Send the messages of pushes that were stored, one for each customer and rule. */
async function sendNow(
  context: Context,
  { scene, targets }: PushedScene,
  judged: readonly JudgedTarget[],
  made: ReadonlyMap<string, Push>,
): Promise<void> {
  const now = judged.flatMap((one) => {
    const push = one.verdict.verdict === 'send' ? made.get(pushKeyOf(one)) : undefined;
    return push ? [{ ...one, push }] : [];
  });
  if (now.length === 0) return;
  const values = await targets.values(
    context,
    now.map(({ target }) => target.id),
    scene,
  );
  const changes: (Delivered & { readonly id: string })[] = [];
  const sent: string[] = [];
  for (const bundle of Map.groupBy(now, ({ bundleKey }) => bundleKey).values()) {
    const sorted = bundle.toSorted((one, other) => (one.target.dueDate < other.target.dueDate ? -1 : 1));
    const [{ target, terms, channels }] = sorted;
    const ids = sorted.map((one) => one.target.id);
    const delivered = await deliver(context, {
      targets,
      values,
      ids,
      pushes: sorted.map(({ push }) => push),
      phone: target.phone,
      team: target.team,
      channels,
      templates: terms.templates,
      createTodo: terms.rule.createTodo === true,
    });
    changes.push(...sorted.map(({ push }) => ({ ...delivered, id: push.id })));
    if (delivered.pushStatus !== 'failed') sent.push(...ids);
  }
  await context.touch(schemePush, changes);
  if (sent.length) await targets.pushed(context, sent, scene);
}

/**
 * Judge targets of a scene, store what they get, and send it. A customer with more targets than a step has is reminded
 * of the others by the next message that the limit of the day allows.
 */
async function pushThese(context: Context, of: PushedScene, rows: readonly TargetRow[]): Promise<void> {
  const all = (await judge(context, of.scene, of.rules, rows)).filter(({ verdict }) => verdict.verdict !== 'out');
  const judged = all.slice(0, AT_ONCE);
  if (judged.length === 0) return;
  const held = await of.targets.hold(
    context,
    judged.map(({ target }) => target.id),
    of.scene,
  );
  const open = judged.filter(({ target }) => held.has(target.id));
  await sendNow(context, of, open, await storePushes(context, of, open));
}

/** The targets of a step, and where the next one begins. */
interface Batch {
  readonly of: PushedScene;
  readonly rows: readonly TargetRow[];
  readonly next: PushCursor;
  readonly isEnd: boolean;
}

const readSome = (context: Context, of: PushedScene, after: string, limit = AT_ONCE): Promise<TargetRow[]> =>
  readTargets(context, of.targets, of.scene, {
    until: addDays(context.today(), Math.max(...of.rules.map(({ rule }) => rule.offsetDays))),
    after,
    limit,
  });

/** Read the targets of one customer. */
const readCustomer = async (context: Context, of: PushedScene, customerId: string): Promise<TargetRow[]> =>
  (await readSome(context, of, String(BigInt(customerId) - 1n), MOST)).filter((row) => row.customerId === customerId);

/**
 * Read the next targets of whole customers, so that one message names all machines of a customer. One with more targets
 * than a step has is a step of its own. Return whether they are the last ones.
 */
async function readWhole(
  context: Context,
  of: PushedScene,
  after: string,
): Promise<{ readonly rows: readonly TargetRow[]; readonly isEnd: boolean }> {
  const read = await readSome(context, of, after);
  if (read.length < AT_ONCE) return { rows: read, isEnd: true };
  const last = must(read.at(-1), 'last target').customerId;
  const whole = read.filter(({ customerId }) => customerId !== last);
  return { rows: whole.length ? whole : await readCustomer(context, of, last), isEnd: false };
}

/** Read the targets of the next step where the last one ended; null without rules. */
async function nextBatch(context: Context): Promise<Batch | null> {
  await context.lock(PUSH_LOCK);
  const scenes = await scenesOf(context);
  if (scenes.length === 0) return null;
  const cursor = await readCursor(context);
  const at = Math.max(
    0,
    scenes.findIndex(({ scene }) => scene === cursor.scene),
  );
  const of = scenes[at];
  const { rows, isEnd } = await readWhole(context, of, of.scene === cursor.scene ? cursor.after : '0');
  const next: PushCursor = isEnd
    ? { scene: scenes[(at + 1) % scenes.length].scene, after: '0' }
    : { scene: of.scene, after: must(rows.at(-1), 'last target').customerId };
  return { of, rows, next, isEnd };
}

/** Targets that a step judged, and whether it ended a scene. */
interface Step {
  readonly count: number;
  readonly wasEnd: boolean;
}

/** Do one step of a run where the last one ended, and store where the next one begins. */
async function pushStep(context: Context): Promise<Step> {
  const batch = await nextBatch(context);
  if (!batch) return { count: 0, wasEnd: true };
  await pushThese(context, batch.of, batch.rows);
  moveCursor(context, batch.next);
  return { count: batch.rows.length, wasEnd: batch.isEnd };
}

/** Push the targets of one customer in a step of their own. */
async function pushOne(context: Context, { scene }: PushedScene, customerId: string): Promise<void> {
  await context.lock(PUSH_LOCK);
  const of = (await scenesOf(context)).find((one) => one.scene === scene);
  if (!of) return;
  await pushThese(context, of, await readCustomer(context, of, customerId));
}

/** Do a step. Where it fails, each of its customers is pushed alone, so that one fault leaves out one customer. */
async function pushNext({ step, each }: TimedSteps): Promise<Step> {
  try {
    return await step(pushStep);
  } catch (error) {
    if (isAway(error)) throw error;
    const batch = await step(nextBatch);
    if (!batch) return { count: 0, wasEnd: true };
    await each([...new Set(batch.rows.map(({ customerId }) => customerId))], (context, id) =>
      pushOne(context, batch.of, id),
    );
    await step(async (context) => moveCursor(context, batch.next));
    return { count: batch.rows.length, wasEnd: batch.isEnd };
  }
}

/** Send the next waiting pushes. Where the step fails, each message is sent alone. */
async function sendNext(steps: TimedSteps): Promise<number> {
  try {
    return await steps.step((context) => sendWaitingPushes(context));
  } catch (error) {
    if (isAway(error)) throw error;
    return sendWaitingAlone(steps);
  }
}

/** Is this an hour in which the product pushes? */
const isOpen = (now: string): boolean => now.slice(11, 16) >= RUN_HOURS[0] && now.slice(11, 16) < RUN_HOURS[1];

/**
 * Every ten minutes: send what waited, and remind the customers of due targets. A run judges a limited number of
 * targets; the next one goes on after the last. Each step is one transaction, so a run that is killed loses nothing.
 */
export async function pushRun(steps: TimedSteps): Promise<void> {
  const { step } = steps;
  const sight = await step(async (context) => ({
    isOpen: isOpen(context.now()),
    scenes: (await scenesOf(context)).length,
  }));
  if (!sight.isOpen) return;
  let [count, ends] = [0, 0];
  for (let some = 1; some > 0 && count < MOST; count += some) some = await sendNext(steps);
  while (count < MOST && ends <= sight.scenes) {
    const done = await pushNext(steps);
    count += done.count;
    if (done.wasEnd) ends += 1;
  }
}
