import { labelIn } from '#kernel/language/label.ts';
import type { Context, Reading } from '#kernel/server';
import { schemeName } from '#business/contracts/dictionaries.ts';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import { planOccurrence } from '../../occurrence/plan-occurrence.paper.ts';
import type { PushScene, PushTargets } from '../push-targets.server.ts';

const columns = `p.id, p.customer_id, p.create_dept, p.scheme_id, s.scheme_type_id, p.customer_reply not in ('none', 'later') as is_replied, false as is_at_once, coalesce(p.content, '') as subject`;
const from = `asmaintain p join ${schemeFacts} s on s.tenant_id = p.tenant_id and s.id = p.scheme_id and s.scheme_status = 'active'
  where p.tenant_id = $1 and p.is_deleted = 0 and p.plan_status in ('planned', 'pushed')`;

/** SQL of planned visits of a scene: those before the end of their window, or those after it. */
const sqlOf = (scene: PushScene): string =>
  scene === 'planDue'
    ? `select ${columns}, p.plan_date as due_date from ${from} and coalesce(p.window_to, p.plan_date) >= $2::date`
    : `select ${columns}, coalesce(p.window_to, p.plan_date) as due_date from ${from} and coalesce(p.window_to, p.plan_date) < $2::date`;

/** Return the values of messages about planned visits. */
async function valuesOf(reading: Reading, ids: readonly string[]) {
  const rows = await reading.find(planOccurrence, { id: [...ids] }, { limit: ids.length || 1 });
  const schemes = new Map(
    (
      await reading.find(scheme, { id: [...new Set(rows.map(({ schemeId }) => schemeId))] }, { limit: ids.length || 1 })
    ).map((one) => [one.id, one]),
  );
  return new Map(
    rows.map((row) => {
      const of = schemes.get(row.schemeId);
      const name = row.schemeName && schemeName.items[row.schemeName];
      return [
        row.id,
        {
          customerName: row.customerName ?? '',
          planDate: row.planDate,
          windowFrom: row.windowFrom ?? row.planDate,
          windowTo: row.windowTo ?? row.planDate,
          content: row.content ?? '',
          schemeName: name ? labelIn([name[0], name[1]], 'zh') : '',
          schemeNo: of?.schemeNo ?? '',
          endDate: of?.endDate ?? '',
        },
      ] as const;
    }),
  );
}

/** Lock the contracts of visits, and then the visits. Return those that wait for their customer. */
async function holdVisits(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = await context.find(planOccurrence, { id: [...ids] }, { limit: ids.length || 1 });
  const schemes = await context.lockRows(scheme, [...new Set(known.map(({ schemeId }) => schemeId))]);
  const active = new Set(schemes.filter((one) => one.schemeStatus === 'active').map((one) => one.id));
  const rows = await context.lockRows(planOccurrence, ids);
  return new Set(
    rows
      .filter((one) => active.has(one.schemeId) && (one.planStatus === 'planned' || one.planStatus === 'pushed'))
      .map((one) => one.id),
  );
}

/** Count a push at visits, which are then announced. */
async function announce(context: Context, ids: readonly string[]): Promise<void> {
  const rows = await context.find(planOccurrence, { id: [...ids] }, { limit: ids.length || 1 });
  await context.moveAll(
    planOccurrence,
    rows.filter((one) => one.planStatus === 'planned').map((one) => one.id),
    'pushed',
    'push',
  );
  await context.touch(
    planOccurrence,
    rows.map((one) => ({ id: one.id, pushCount: (one.pushCount ?? 0) + 1, lastPushTime: context.now() })),
  );
}

/** Planned visits, of which customers are reminded before their day and after their window. */
export const planTargets: PushTargets = {
  name: 'plans',
  scenes: ['planDue', 'planOverdue'],
  paper: planOccurrence,
  column: 'planId',
  bizType: 'plan',
  variables: [
    { name: 'customerName', label: ['客户姓名', 'Customer'] },
    { name: 'planDate', label: ['计划日期', 'Planned for'] },
    { name: 'windowFrom', label: ['窗口开始', 'Window from'] },
    { name: 'windowTo', label: ['窗口结束', 'Window to'] },
    { name: 'content', label: ['内容', 'What is done'], lists: true },
    { name: 'schemeName', label: ['方案名称', 'Contract'], lists: true },
    { name: 'schemeNo', label: ['方案编号', 'Contract no.'], lists: true },
    { name: 'endDate', label: ['方案结束', 'End of the contract'] },
  ],
  sql: sqlOf,
  values: valuesOf,
  hold: holdVisits,
  pushed: announce,
};
