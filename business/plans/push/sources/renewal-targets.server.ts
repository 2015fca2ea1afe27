import { labelIn } from '#kernel/language/label.ts';
import type { Context, Reading } from '#kernel/server';
import { schemeName } from '#business/contracts/dictionaries.ts';
import { schemeFacts } from '#business/contracts/scheme/scheme-facts.relation.ts';
import { scheme } from '#business/contracts/scheme/scheme.paper.ts';
import type { PushTargets } from '../push-targets.server.ts';

/** SQL of running contracts that no later contract of the same home and type follows. */
const running = `select s.id, s.customer_id, s.create_dept, s.id as scheme_id, s.scheme_type_id, s.end_date as due_date, false as is_replied, false as is_at_once, s.scheme_no as subject
  from ${schemeFacts} s where s.tenant_id = $1 and s.is_deleted = 0 and s.scheme_status = 'active' and s.end_date >= $2::date
    and not exists (select from ${schemeFacts} n where n.tenant_id = s.tenant_id and n.register_main_id = s.register_main_id and n.scheme_type_id = s.scheme_type_id and n.is_deleted = 0
      and n.scheme_status in ('draft', 'active') and n.end_date > s.end_date)`;

async function valuesOf(reading: Reading, ids: readonly string[]) {
  const rows = await reading.find(scheme, { id: [...ids] }, { limit: ids.length || 1 });
  return new Map(
    rows.map((of) => {
      const name = schemeName.items[of.schemeName];
      return [
        of.id,
        {
          customerName: of.customerName ?? '',
          schemeName: labelIn([name[0], name[1]], 'zh'),
          schemeNo: of.schemeNo,
          endDate: of.endDate ?? '',
          visitsLeft: String(of.timesTotal - (of.timesUsed ?? 0) - (of.timesLocked ?? 0)),
        },
      ] as const;
    }),
  );
}

async function holdContracts(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await context.lockRows(scheme, ids);
  return new Set(rows.filter((one) => one.schemeStatus === 'active').map((one) => one.id));
}

/** Contracts near their end, whose customers may renew them. */
export const renewalTargets: PushTargets = {
  name: 'renewals',
  scenes: ['renewal'],
  paper: scheme,
  column: 'schemeId',
  bizType: 'scheme',
  variables: [
    { name: 'customerName', label: ['客户姓名', 'Customer'] },
    { name: 'schemeName', label: ['方案名称', 'Contract'], lists: true },
    { name: 'schemeNo', label: ['方案编号', 'Contract no.'], lists: true },
    { name: 'endDate', label: ['方案结束', 'End of the contract'] },
    { name: 'visitsLeft', label: ['剩余次数', 'Visits left'] },
  ],
  sql: () => running,
  values: valuesOf,
  hold: holdContracts,
  pushed: () => Promise.resolve(),
};
