import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { type Reading, sql } from '#kernel/server';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { readPushRules } from '../judge/rule-terms.server.ts';
import type { rulesToday } from '../rule/push-rule.calls.ts';
import { countSends, tryRule } from './dry-run.server.ts';

/** Days of pushes whose effect is shown, and days within which an order counts as their effect. */
const [SHOWN_DAYS, EFFECT_DAYS] = [180, 14] as const;

interface Effect {
  readonly id: string;
  readonly reached: number;
  readonly booked: number;
}

/** Return by rule how many customers were reached, and how many of them had a new order within two weeks. */
const readEffects = (reading: Reading): Promise<Effect[]> =>
  reading.sql.query<Effect>(
    sql`select rule_id::text as id, count(*)::int as reached, count(*) filter (where is_booked)::int as booked from (
      select u.rule_id, u.customer_id, bool_or(exists (select from ${registrationFacts} r where r.tenant_id = u.tenant_id and r.customer_id = u.customer_id and r.is_deleted = 0
        and r.create_time > u.push_time and r.create_time <= u.push_time + ${EFFECT_DAYS} * interval '1 day')) as is_booked
      from asschemepush u where u.tenant_id = ${reading.tenantId} and u.is_deleted = 0 and u.rule_id is not null and u.push_status in ('sending', 'sent', 'read') and u.push_time > ${reading.now()}::timestamptz - ${SHOWN_DAYS} * interval '1 day'
      group by u.rule_id, u.customer_id) told group by rule_id`,
  );

/** Return for each enabled rule how many customers it reaches today, and its effect. */
export async function readRulesToday(reading: Reading): Promise<CallAnswer<typeof rulesToday>> {
  const rules = await readPushRules(reading);
  const effects = new Map((await readEffects(reading)).map((one) => [one.id, one]));
  const answers = [];
  for (const terms of rules) {
    const { judged } = await tryRule(reading, terms, rules);
    const effect = effects.get(terms.rule.id);
    answers.push({
      id: terms.rule.id,
      count: countSends(judged),
      reached: effect?.reached ?? 0,
      booked: effect?.booked ?? 0,
    });
  }
  return answers;
}
