import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Label } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { type Context, raw, sql } from '#kernel/server';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { pushChannel } from '#business/messaging/dictionaries.ts';
import { smsTemplate } from '#business/messaging/sms/sms-template.paper.ts';
import { planOccurrence } from '../../occurrence/plan-occurrence.paper.ts';
import { refuse } from '../../refusals.ts';
import { channelsOf, perPhoneOf } from '../judge/judge.server.ts';
import { type PushVerdict, RUN_HOURS, channelOf, maySend } from '../judge/may-send.rules.ts';
import { OUT_WORDS, WAIT_WORDS } from '../judge/reasons.rules.ts';
import { OPEN_CHANNELS, type PushChannel, type SmsTemplate, isMarketing } from '../judge/rule-terms.server.ts';
import { HAS_LEFT, PushSettings, type TargetRow, readTargets } from '../judge/targets.server.ts';
import type { manualPush } from '../log/scheme-push.calls.ts';
import { schemePush } from '../log/scheme-push.paper.ts';
import { type PushScene, pushTargets } from '../push-targets.server.ts';
import { type Push, deliver } from '../run/deliver.server.ts';
import { PUSH_LOCK } from '../run/push-lock.rules.ts';

type Answer = CallAnswer<typeof manualPush>[number];

/** Templates of planned visits at most. */
const MAX_TEMPLATES = 200;

/** Return the visits of a call: named ones, and the next open visit of each named contract. */
async function visitsOf(
  context: Context,
  { planIds, schemeIds }: CallInputOf<typeof manualPush>,
): Promise<{ readonly id: string; readonly planId: string | null }[]> {
  const plans = planIds ?? [];
  const schemes = schemeIds ?? [];
  if (plans.length + schemes.length === 0) throw refuse.pushWhat();
  if (plans.length) await context.assertRight(planOccurrence, 'view', plans);
  if (schemes.length) await context.assertRight(scheme, 'view', schemes);
  const next = await context.sql.query<{ id: string; plan: string }>(
    sql`select distinct on (scheme_id) scheme_id::text as id, id::text as plan from asmaintain where tenant_id = ${context.tenantId} and is_deleted = 0 and scheme_id = any(${schemes}::bigint[])
      and plan_status in ('planned', 'pushed') order by scheme_id, plan_date, id`,
  );
  if (next.length)
    await context.assertRight(
      planOccurrence,
      'view',
      next.map(({ plan }) => plan),
    );
  return [
    ...plans.map((id) => ({ id, planId: id })),
    ...schemes.map((id) => ({ id, planId: next.find((one) => one.id === id)?.plan ?? null })),
  ];
}

/** Return the templates of a push: the named one, or for each channel the enabled one for plans. */
async function templatesOfCall(
  context: Context,
  templateId: string | null,
  channels: readonly PushChannel[],
): Promise<SmsTemplate[]> {
  const found = await context.find(
    smsTemplate,
    templateId ? { id: templateId, enabled: true } : { smsScene: 'plan', enabled: true },
    { limit: MAX_TEMPLATES },
  );
  for (const channel of channels.filter((one) => one !== 'todo'))
    if (!found.some((one) => one.pushChannel === channel)) {
      const [zh, en] = pushChannel.items[channel];
      throw refuse.templateForChannel({ channel: [zh, en] });
    }
  return found;
}

const wordsOf = (verdict: PushVerdict): Label =>
  verdict.verdict === 'send'
    ? ['已排队发送', 'Queued']
    : verdict.verdict === 'wait'
      ? WAIT_WORDS[verdict.reason]
      : OUT_WORDS[verdict.reason];

/** The same for all visits of one call. */
interface Hand {
  readonly channels: readonly PushChannel[];
  readonly templates: readonly SmsTemplate[];
  readonly perPhone: number;
}

/** Return how many pushes of a visit left today, and how many did not. */
async function pushesToday(context: Context, scene: PushScene, { id, dueDate }: TargetRow) {
  const [found] = await context.sql.query<{ left: number; failed: number }>(
    sql`select count(*) filter (where ${raw(HAS_LEFT)})::int as left, count(*) filter (where not ${raw(HAS_LEFT)})::int as failed
      from asschemepush u where u.tenant_id = ${context.tenantId} and u.plan_id = ${id} and u.push_scene = ${scene} and u.due_date = ${dueDate}::date and u.is_deleted = 0 and u.push_status <> 'cancelled'
        and u.create_time >= ${context.today()}::date::timestamptz`,
  );
  return found;
}

/** Push one visit now, or let it wait for its hour. */
async function pushVisit(
  context: Context,
  scene: PushScene,
  target: TargetRow,
  { channels: named, templates, perPhone }: Hand,
): Promise<Omit<Answer, 'id'>> {
  const settings = (await PushSettings.read(context, scene, [target])).of(target);
  const hours = { from: RUN_HOURS[0], to: RUN_HOURS[1], isMarketing: isMarketing(scene, templates) };
  const { left, failed } = await pushesToday(context, scene, target);
  const verdict: PushVerdict | { verdict: 'out'; reason: 'reminded' } =
    left > 0
      ? { verdict: 'out', reason: 'reminded' }
      : maySend(target, settings, hours, { now: context.now(), perPhone });
  const planId = target.id;
  if (verdict.verdict === 'out')
    return { planId, result: 'out', reason: OUT_WORDS[verdict.reason], until: null, pushId: null };
  const channels = channelsOf(named, channelOf(settings));
  // After a push that did not leave, a further one is no repeat.
  const key = `hand#${planId}#${target.dueDate}#${context.today()}${failed ? `#${failed}` : ''}`;
  const [push] = await context.createAll(
    schemePush,
    [
      {
        createDept: target.createDept,
        pushScene: scene,
        schemeId: target.schemeId,
        planId,
        customerId: target.customerId,
        customerName: target.customerName,
        dueDate: target.dueDate,
        pushStatus: 'waiting',
        waitUntil: verdict.verdict === 'wait' ? verdict.until : context.now(),
        templateId: templates.find((one) => one.pushChannel === channels[0])?.id ?? null,
        bundleKey: key,
        nextChannels: channels.join(','),
        operatorName: context.person.name,
        pushKey: key,
      },
    ],
    { unlessThere: 'pushKey' },
  );
  if (!push) return { planId, result: 'out', reason: OUT_WORDS.reminded, until: null, pushId: null };
  if (verdict.verdict === 'wait')
    return { planId, result: 'waits', reason: wordsOf(verdict), until: verdict.until, pushId: push.id };
  const sent = await sendPush(context, scene, target, { push, channels, templates });
  return { planId, result: sent.result, reason: sent.reason, until: null, pushId: push.id };
}

async function sendPush(
  context: Context,
  scene: PushScene,
  target: TargetRow,
  {
    push,
    channels,
    templates,
  }: { readonly push: Push; readonly channels: readonly PushChannel[]; readonly templates: readonly SmsTemplate[] },
): Promise<{ readonly result: 'sent' | 'out'; readonly reason: Label }> {
  const targets = must(
    context.contributions(pushTargets).find(({ scenes }) => scenes.includes(scene)),
    'targets',
  );
  const delivered = await deliver(context, {
    ...{ targets, channels, templates },
    pushes: [push],
    ids: [target.id],
    values: await targets.values(context, [target.id], scene),
    phone: target.phone,
    team: target.team,
    createTodo: false,
  });
  await context.touch(schemePush, [{ ...delivered, id: push.id }]);
  if (delivered.pushStatus === 'failed') return { result: 'out', reason: ['没有渠道能发', 'No channel serves'] };
  await targets.pushed(context, [target.id], scene);
  return { result: 'sent', reason: wordsOf({ verdict: 'send' }) };
}

/** Push visits now: the days before do not count, everything else does. Answer for each id. */
export async function pushByHand(
  context: Context,
  input: CallInputOf<typeof manualPush>,
): Promise<CallAnswer<typeof manualPush>> {
  const channels = input.channels.filter((one) => OPEN_CHANNELS.includes(one));
  if (channels.length === 0) throw refuse.noOpenChannel();
  const visits = await visitsOf(context, input);
  const hand: Hand = {
    channels,
    templates: await templatesOfCall(context, input.templateId, channels),
    perPhone: await perPhoneOf(context),
  };
  await context.lock(PUSH_LOCK);
  const answers: Answer[] = [];
  const targets = must(
    context.contributions(pushTargets).find(({ column }) => column === 'planId'),
    'targets of plans',
  );
  const ids = [...new Set(visits.flatMap(({ planId }) => planId ?? []))];
  const held = await targets.hold(context, ids, 'planDue');
  for (const { id, planId } of visits) {
    const found = planId && held.has(planId) ? await targetOf(context, planId) : null;
    answers.push(
      found
        ? { id, ...(await pushVisit(context, found.scene, found.target, hand)) }
        : { id, planId, result: 'out', reason: OUT_WORDS.notOpen, until: null, pushId: null },
    );
  }
  return answers;
}

/** Return a visit as a target of the scene in which it is; null where it is in none. */
async function targetOf(context: Context, planId: string) {
  for (const targets of context.contributions(pushTargets).filter(({ column }) => column === 'planId'))
    for (const scene of targets.scenes) {
      const [target] = await readTargets(context, targets, scene, { ids: [planId] });
      if (target) return { scene, target };
    }
  return null;
}
