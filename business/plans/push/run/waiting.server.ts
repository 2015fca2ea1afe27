import { addDays } from '#kernel/language/days.ts';
import { type Label, bilingual, storedText } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { type Context, type Reading, type TimedSteps, raw, sql } from '#kernel/server';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { perPhoneOf } from '../judge/judge.server.ts';
import { type OutReason, RUN_HOURS, type PushVerdict, type SendingHours, maySend } from '../judge/may-send.rules.ts';
import {
  OPEN_CHANNELS,
  type PushChannel,
  type Rule,
  type SmsTemplate,
  isMarketing,
  templatesOf,
} from '../judge/rule-terms.server.ts';
import { FACTS, PushSettings, type TargetRow, remindedToday } from '../judge/targets.server.ts';
import { schemePush } from '../log/scheme-push.paper.ts';
import { type PushScene, type PushTargets, pushTargets } from '../push-targets.server.ts';
import { pushRule } from '../rule/push-rule.paper.ts';
import { OUT_WORDS } from '../judge/reasons.rules.ts';
import { PUSH_LOCK } from './push-lock.rules.ts';
import { type Delivered, type Push, deliver } from './deliver.server.ts';

const AT_ONCE = 100;
/** Days after which a push that could not leave is cancelled. */
const STALE_DAYS = 7;

type Facts = Pick<
  TargetRow,
  'customerLevel' | 'receiveMarketing' | 'autoPush' | 'isOptedOut' | 'remindedToday' | 'phone' | 'team'
>;
type DueRow = Facts & { readonly id: string; readonly target: string; readonly message: string };
type Waiting = Push & Facts;

/** A change of a waiting push that does not leave now. */
type Kept = Partial<Push> & { readonly id: string };

/** SQL: only the pushes with these ids; null for all. */
const only = (ids: readonly string[] | null) => (ids ? sql`and x.id = any(${ids}::bigint[])` : raw(''));

/** Return the scene of the first push whose time has come; null for none. */
async function dueScene(context: Reading, ids: readonly string[] | null): Promise<PushScene | null> {
  const [found] = await context.sql.query<{ scene: PushScene }>(
    sql`select push_scene as scene from asschemepush x where tenant_id = ${context.tenantId} and is_deleted = 0 and push_status = 'waiting' and coalesce(wait_until, create_time) <= ${context.now()}::timestamptz ${only(ids)} order by push_scene limit 1`,
  );
  return found?.scene ?? null;
}

/**
 * SQL: a push `u` is of the message of the waiting push `x`. A message counts where a part of it has left, unless this
 * part goes on over another channel.
 */
const OWN_MESSAGE = '(u.bundle_key = x.bundle_key and (x.push_time is not null or u.push_time is null))';

/** Read the pushes of a scene whose time has come, those of one message together. */
const readDue = (context: Reading, scene: PushScene, ids: readonly string[] | null): Promise<DueRow[]> =>
  context.sql.query<DueRow>(
    sql`with asked as (select ${context.tenantId}::text, ${context.today()}::date)
    select x.id::text as id, coalesce(x.plan_id, x.remind_id, x.care_id, x.scheme_id)::text as target, coalesce(x.bundle_key, x.id::text) as message, ${raw(FACTS)}, ${raw(remindedToday('x.customer_id', OWN_MESSAGE))} as "remindedToday"
    from asschemepush x join ${customerFacts} c on c.tenant_id = $1 and c.id = x.customer_id left join ${schemeFacts} s on s.tenant_id = $1 and s.id = x.scheme_id
    where x.tenant_id = $1 and x.is_deleted = 0 and x.push_status = 'waiting' and x.push_scene = ${scene} and coalesce(x.wait_until, x.create_time) <= ${context.now()}::timestamptz ${only(ids)}
    order by x.bundle_key, x.id limit ${AT_ONCE}`,
  );

/**
 * Return the pushes of whole messages: the last one that was read may have more pushes than were read, and would leave
 * in two messages. A message with more pushes than a step has is sent in parts.
 */
function wholeMessages(rows: readonly DueRow[]): readonly DueRow[] {
  if (rows.length < AT_ONCE) return rows;
  const whole = rows.filter(({ message }) => message !== rows.at(-1)?.message);
  return whole.length ? whole : rows;
}

/** Return the id of the target of a push. */
const targetId = ({ column }: PushTargets, push: Push): string => push[column] ?? '';

/** Facts of a waiting message beside its rows. */
interface Known {
  readonly rules: ReadonlyMap<string, Rule>;
  readonly templates: readonly SmsTemplate[];
  readonly perPhone: number;
}

async function knownOf(context: Context, rows: readonly Waiting[]): Promise<Known> {
  const ids = [...new Set(rows.flatMap(({ ruleId }) => ruleId ?? []))];
  const rules = ids.length ? await context.find(pushRule, { id: ids }, { limit: ids.length }) : [];
  const templates = await templatesOf(context, [
    ...rules.flatMap((one) => one.templateIds ?? []),
    ...rows.flatMap(({ templateId }) => templateId ?? []),
  ]);
  return { rules: new Map(rules.map((one) => [one.id, one])), templates, perPhone: await perPhoneOf(context) };
}

/** Return when a push that must wait is tried again, or that it is cancelled. */
function keep(context: Context, row: Waiting, verdict: Exclude<PushVerdict, { verdict: 'send' }>): Partial<Push> {
  const isStale = row.createTime < `${addDays(context.today(), -STALE_DAYS)} 00:00:00`;
  if (isStale) return giveUp(['等了七天仍不能发', 'It waited seven days']);
  if (verdict.verdict === 'wait') return { waitUntil: verdict.until };
  if (verdict.reason === 'limit') return { waitUntil: `${addDays(context.today(), 1)} ${RUN_HOURS[0]}:00` };
  return giveUp(OUT_WORDS[verdict.reason satisfies OutReason | 'noHour']);
}

const giveUp = (words: Label): Partial<Push> => ({
  pushStatus: 'cancelled',
  failReason: storedText(words, 255),
  waitUntil: null,
});

/** The templates of a waiting message, and whether it is advertising. */
function templatesFor({ templateId, ruleId, pushScene }: Waiting, { rules, templates }: Known) {
  const rule = ruleId ? rules.get(ruleId) : undefined;
  const own = templates.filter(({ id }) => id === templateId || (!templateId && rule?.templateIds?.includes(id)));
  return { rule, own, isMarketing: isMarketing(must(pushScene, 'pushScene'), own) };
}

/** Return the channels over which a waiting push may leave, in order. */
const channelsLeft = ({ nextChannels, pushChannel }: Push): PushChannel[] =>
  nextChannels
    ? OPEN_CHANNELS.filter((one) => nextChannels.split(',').includes(one)).toSorted(
        (one, other) => nextChannels.indexOf(one) - nextChannels.indexOf(other),
      )
    : pushChannel
      ? [pushChannel]
      : [];

/**
 * Judge each push of a waiting message by the settings of its own contract. Return those that leave now, and the changes
 * of the others.
 */
async function judgeWaiting(
  context: Context,
  rows: readonly Waiting[],
  hours: SendingHours,
  perPhone: number,
): Promise<{ readonly leaving: readonly Waiting[]; readonly others: readonly Kept[] }> {
  const about = rows.map(({ customerId, schemeId }) => ({ customerId: must(customerId, 'customerId'), schemeId }));
  const settings = await PushSettings.read(context, must(rows[0].pushScene, 'pushScene'), about);
  const leaving: Waiting[] = [];
  const others: Kept[] = [];
  for (const [at, row] of rows.entries()) {
    const verdict = maySend(row, settings.of(about[at]), hours, { now: context.now(), perPhone });
    if (verdict.verdict === 'send') leaving.push(row);
    else others.push({ ...keep(context, row, verdict), id: row.id });
  }
  return { leaving, others };
}

/** Send one waiting message, without those of its pushes that wait on. */
async function sendOne(
  context: Context,
  targets: PushTargets,
  rows: readonly Waiting[],
  known: Known,
  values: ReadonlyMap<string, Readonly<Record<string, string>>>,
): Promise<{ readonly changes: readonly Kept[]; readonly sent: readonly string[] }> {
  const { rule, own, isMarketing: isAdvertising } = templatesFor(rows[0], known);
  if (rows[0].ruleId && rule?.status !== 1)
    return { changes: rows.map(({ id }) => ({ ...giveUp(['规则已停用', 'The rule is disabled']), id })), sent: [] };
  const hours = { from: rule?.sendFrom ?? RUN_HOURS[0], to: rule?.sendTo ?? RUN_HOURS[1], isMarketing: isAdvertising };
  const { leaving, others } = await judgeWaiting(context, rows, hours, known.perPhone);
  if (leaving.length === 0) return { changes: others, sent: [] };
  const [first] = leaving;
  const ids = leaving.map((row) => targetId(targets, row));
  const delivered: Delivered = await deliver(context, {
    targets,
    values,
    ids,
    pushes: leaving,
    phone: first.phone,
    team: first.team,
    channels: channelsLeft(first),
    templates: own,
    createTodo: rule?.createTodo === true,
    ...(first.failReason && { why: bilingual(first.failReason) }),
  });
  // A push that goes on over another channel was counted with its first one. A failed one is not counted.
  const isCounted = (at: number): boolean => delivered.pushStatus !== 'failed' && leaving[at].pushTime === null;
  return {
    changes: [...others, ...leaving.map(({ id }) => ({ ...delivered, id }))],
    sent: ids.filter((_id, at) => isCounted(at)),
  };
}

/**
 * Send the next pushes of one scene whose time has come. Each is judged again: whoever opted out meanwhile is left out.
 * Return how many were judged. `ids`: only these pushes.
 */
export async function sendWaitingPushes(context: Context, ids: readonly string[] | null = null): Promise<number> {
  await context.lock(PUSH_LOCK);
  const scene = await dueScene(context, ids);
  if (!scene) return 0;
  const targets = context.contributions(pushTargets).find(({ scenes }) => scenes.includes(scene));
  const found = wholeMessages(await readDue(context, scene, ids));
  const facts = new Map(found.map((one) => [one.id, one]));
  const targetIds = [...new Set(found.map(({ target }) => target))];
  const held = (await targets?.hold(context, targetIds, scene)) ?? new Set<string>();
  const locked = await context.lockRows(schemePush, [...facts.keys()]);
  const rows = locked
    .filter(({ pushStatus }) => pushStatus === 'waiting')
    .map((row): Waiting => ({ ...must(facts.get(row.id), 'facts'), ...row }));
  const isOpen = (row: Waiting): boolean => targets !== undefined && held.has(targetId(targets, row));
  const changes: Kept[] = rows
    .filter((row) => !isOpen(row))
    .map(({ id }) => ({ ...giveUp(['已不需要提醒', 'No longer needed']), id }));
  const open = rows.filter(isOpen);
  const sent: string[] = [];
  if (targets && open.length) {
    const known = await knownOf(context, open);
    const values = await targets.values(context, targetIds, scene);
    for (const bundle of Map.groupBy(open, ({ bundleKey, id }) => bundleKey ?? id).values()) {
      const done = await sendOne(context, targets, bundle, known, values);
      changes.push(...done.changes);
      sent.push(...done.sent);
    }
  }
  await context.touch(schemePush, changes);
  if (sent.length) await targets?.pushed(context, sent, scene);
  return found.length;
}

/** Return the next messages whose time has come: the ids of their pushes. */
async function dueMessages(context: Context): Promise<string[][]> {
  const scene = await dueScene(context, null);
  const found = scene ? wholeMessages(await readDue(context, scene, null)) : [];
  return [...Map.groupBy(found, ({ message }) => message).values()].map((rows) => rows.map(({ id }) => id));
}

/** Mark those of some pushes as failed that are still due. */
async function failDue(context: Context, ids: readonly string[]): Promise<void> {
  await context.lock(PUSH_LOCK);
  const scene = await dueScene(context, ids);
  if (!scene) return;
  const locked = await context.lockRows(
    schemePush,
    (await readDue(context, scene, ids)).map(({ id }) => id),
  );
  const failReason = storedText(['系统出错，没有发出', 'The product had an error; nothing was sent'], 255);
  await context.touch(
    schemePush,
    locked
      .filter(({ pushStatus }) => pushStatus === 'waiting')
      .map(({ id }) => ({ id, pushStatus: 'failed' as const, failReason, waitUntil: null })),
  );
}

/**
 * Send the next waiting messages in a step each. Pushes of a message that cannot be sent fail, so that they do not hold
 * up others in the next run. Return how many pushes were judged.
 */
export async function sendWaitingAlone({ step, each }: TimedSteps): Promise<number> {
  const messages = new Map((await step(dueMessages)).map((ids) => [ids[0], ids]));
  await each([...messages.keys()], async (context, first) => {
    await sendWaitingPushes(context, messages.get(first));
  });
  const all = [...messages.values()].flat();
  await step((context) => failDue(context, all));
  return all.length;
}
