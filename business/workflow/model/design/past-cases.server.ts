import type { Reading } from '#kernel/server';
import type { PastCase } from '../../engine/simulate/compare-case.rules.ts';
import type { Variables } from '../../engine/state/rows.rules.ts';

/**
 * A replay covers instances that ended within this number of days (`DAYS_BACK`), at most the newest `MAX_CASES` of
 * them.
 */
const DAYS_BACK = 90;
const MAX_CASES = 500;

/** A finished process instance. `variables` are those at its end, with which a replay starts. */
export interface EndedCase extends PastCase {
  readonly id: string;
  readonly title: string;
  readonly starterId: string;
  readonly starterDeptId: string;
  readonly variables: Variables;
  /** Whether the instance was returned or got added signatures, so that a replay cannot repeat it. */
  readonly isDetoured: boolean;
}

interface CaseRow extends Omit<EndedCase, 'decided'> {
  readonly decided: EndedCase['decided'] | null;
}

/** Return the latest completed root instances of a process, newest first. */
export async function finishedCases(reading: Reading, key: string): Promise<EndedCase[]> {
  const rows = await reading.sql.query<CaseRow>(
    `with ended as (
       select i.id, i.title, i.starter_id, i.starter_dept_id, i.variables, i.outcome, i.last_decision, i.ended_at from wf_instance i
       where i.tenant_id = $1 and i.process_key = $2 and i.parent_id is null and i.state = 'completed' and i.ended_at >= $3::timestamptz - make_interval(days => ${DAYS_BACK})
       order by i.ended_at desc, i.id desc limit ${MAX_CASES})
     select e.id::text as id, e.title, e.starter_id::text as "starterId", coalesce(e.starter_dept_id::text, '') as "starterDeptId", e.variables,
       case when e.outcome <> '' then e.outcome when e.last_decision = 'pass' then 'approved' when e.last_decision <> '' then 'rejected' else '' end as outcome,
       t.decided, coalesce(t.detoured, false) as "isDetoured"
     from ended e left join lateral (
       select json_agg(json_build_object('nodeId', k.node_id, 'pass', k.decision = 'pass', 'userId', coalesce(k.ended_by::text, '')) order by k.ended_at, k.id)
           filter (where k.decision in ('pass', 'reject')) as decided,
         bool_or(k.decision = 'return' or k.sign <> '') as detoured
       from wf_task k where k.tenant_id = $1 and k.instance_id = e.id and k.state = 'done') t on true
     order by e.ended_at desc, e.id desc`,
    [reading.tenantId, key, reading.now()],
  );
  return rows.map((row) => ({ ...row, decided: row.decided ?? [] }));
}
