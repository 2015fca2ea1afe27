import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Reading, sql } from '#kernel/server';
import { customerFacts } from '#business/customers/customer/customer-facts.relation.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { smsOptOutFacts } from '#business/messaging/sms/sms-opt-out-facts.relation.ts';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { addDays } from '#kernel/language/days.ts';
import { type JudgedTarget, judge, perPhoneOf } from '../judge/judge.server.ts';
import { RUN_HOURS, dailyLimitOf, quietOf } from '../judge/may-send.rules.ts';
import { OUT_WORDS, WAIT_WORDS } from '../judge/reasons.rules.ts';
import { type Rule, type RuleTerms, readPushRules, templatesOf, termsOfRule } from '../judge/rule-terms.server.ts';
import { PushSettings, readTargets } from '../judge/targets.server.ts';
import { pushTargets } from '../push-targets.server.ts';
import type { RuleTrial, TriedRow, dryRun } from '../rule/push-rule.calls.ts';

/** Targets that a dry run judges at most. */
export const MAX_TRIED = 2000;

/** The id of a rule that is not stored. */
const NEW = '0';

type Unsaved = CallInputOf<typeof dryRun>;

/** Return when the pushes of today begin to leave: now, or at the first hour. */
export const wallNow = (now: string): string =>
  now.slice(11, 16) < RUN_HOURS[0] ? `${now.slice(0, 10)} ${RUN_HOURS[0]}:00` : now;

/** The parts of a judged target that people read. */
type Told = Pick<TriedRow, 'verdict' | 'group' | 'reason' | 'until' | 'channel'>;

const channelFor = ({ channels, target }: JudgedTarget): string | null =>
  channels.find((one) => one !== 'wechat' || target.isBound) ?? null;

function tellOut({ verdict }: JudgedTarget): Told {
  const reason = verdict.verdict === 'out' ? verdict.reason : 'notOpen';
  const group = reason === 'optedOut' ? 'optedOut' : 'rest';
  return { verdict: 'out', group, reason: OUT_WORDS[reason], until: null, channel: null };
}

/** Return verdict, reason and channel of a judged target. */
function tell(one: JudgedTarget): Told {
  const { verdict } = one;
  if (verdict.verdict === 'out') return tellOut(one);
  const channel = channelFor(one);
  if (verdict.verdict === 'wait')
    return { verdict: 'waits', group: 'waits', reason: WAIT_WORDS[verdict.reason], until: verdict.until, channel };
  if (channel === null)
    return { verdict: 'out', group: 'rest', reason: ['没有渠道能发', 'No channel serves'], until: null, channel };
  const unbound: Label | null =
    one.channels[0] === 'wechat' && channel !== 'wechat' ? ['没绑定微信', 'No WeChat bound'] : null;
  return {
    verdict: 'gets',
    group: channel === 'todo' ? 'todo' : 'gets',
    reason: unbound ?? ['按规则', 'By the rule'],
    until: null,
    channel,
  };
}

/** Judge the targets of a rule among the other rules of its scene. */
export async function tryRule(
  reading: Reading,
  terms: RuleTerms,
  others: readonly RuleTerms[],
): Promise<{ readonly judged: readonly JudgedTarget[]; readonly isCut: boolean }> {
  const { rule } = terms;
  const targets = reading.contributions(pushTargets).find(({ scenes }) => scenes.includes(rule.pushScene));
  if (!targets) return { judged: [], isCut: false };
  const rules = [
    terms,
    ...others.filter((one) => one.rule.pushScene === rule.pushScene && one.rule.id !== rule.id),
  ].toSorted(
    (one, other) => other.rule.priority - one.rule.priority || Number(BigInt(one.rule.id) - BigInt(other.rule.id)),
  );
  const until = addDays(reading.today(), rule.offsetDays);
  const rows = await readTargets(reading, targets, rule.pushScene, { until, after: '0', limit: MAX_TRIED + 1 });
  const judged = await judge(reading, rule.pushScene, rules, rows.slice(0, MAX_TRIED), wallNow(reading.now()));
  return { judged: judged.filter((one) => one.terms === terms), isCut: rows.length > MAX_TRIED };
}

/** Return the settings that stand before a rule, and how many customers and contracts have their own. */
async function gatesOf(reading: Reading, rule: Rule): Promise<RuleTrial['gates']> {
  const settings = (await PushSettings.read(reading, rule.pushScene, [])).of({ customerId: NEW, schemeId: null });
  const quiet = quietOf(settings);
  const [counts] = await reading.sql.query<{ customers: number; contracts: number; optedOut: number }>(
    sql`select (select count(distinct t.customer_id)::int from aspushset t where t.tenant_id = ${reading.tenantId} and t.is_deleted = 0 and t.set_level = 'customer') as customers,
      (select count(*)::int from ${schemeFacts} s where s.tenant_id = ${reading.tenantId} and s.is_deleted = 0 and s.scheme_status = 'active' and s.auto_push = false) as contracts,
      (select count(*)::int from ${smsOptOutFacts} o where o.tenant_id = ${reading.tenantId} and o.is_deleted = 0) as "optedOut"`,
  );
  return {
    quietFrom: quiet?.[0] ?? '',
    quietTo: quiet?.[1] ?? '',
    dailyLimit: dailyLimitOf(settings, await perPhoneOf(reading)),
    ...counts,
  };
}

/** Return those of the customers that the caller may see. */
async function seenOf(reading: Reading, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const visible = await reading.visible(customer).sql();
  const rows = await reading.sql.query<{ id: string }>(
    sql`select t.id::text as id from ${customerFacts} t where ${visible} and t.id = any(${ids}::bigint[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Return how many customers get a message. */
export const countSends = (judged: readonly JudgedTarget[]): number =>
  new Set(judged.filter((one) => tell(one).verdict === 'gets').map((one) => one.target.customerId)).size;

/** Try a rule as it is in the form against today. Nothing is sent or written. */
export async function tryPushRule(reading: Reading, input: Unsaved): Promise<CallAnswer<typeof dryRun>> {
  const rules = await readPushRules(reading);
  const stored = rules.find(({ rule }) => rule.id === input.id);
  const rule = { ...input, id: input.id ?? NEW } as Rule;
  const terms = termsOfRule(rule, await templatesOf(reading, rule.templateIds ?? []));
  const { judged, isCut } = await tryRule(reading, terms, rules);
  const rows = judged.map((one) => ({ one, told: tell(one) }));
  const seen = await seenOf(reading, [...new Set(judged.map(({ target }) => target.customerId))]);
  const people = reading.visible(customer);
  const countOf = (group: TriedRow['group']): number => rows.filter(({ told }) => told.group === group).length;
  const over = (channel: string): number =>
    rows.filter(({ told }) => told.group === 'gets' && told.channel === channel).length;
  return {
    at: wallNow(reading.now()),
    isCut,
    counts: {
      all: rows.length,
      gets: countOf('gets'),
      waits: countOf('waits'),
      optedOut: countOf('optedOut'),
      todo: countOf('todo'),
      rest: countOf('rest'),
    },
    unnamed: rows.filter(({ one }) => !seen.has(one.target.customerId)).length,
    wechat: over('wechat'),
    sms: over('sms'),
    lastWait:
      rows
        .flatMap(({ told }) => told.until ?? [])
        .toSorted()
        .at(-1) ?? null,
    stored: stored ? countSends((await tryRule(reading, stored, rules)).judged) : null,
    gates: await gatesOf(reading, rule),
    rows: rows
      .filter(({ one }) => seen.has(one.target.customerId))
      .map(({ one: { target }, told }) =>
        people.present({
          id: target.customerId,
          customerName: target.customerName,
          phone: target.phone ?? '',
          targetId: target.id,
          subject: target.subject,
          dueDate: target.dueDate,
          ...told,
        }),
      ),
  };
}
