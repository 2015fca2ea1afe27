import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import type { Label } from '#kernel/language/label.ts';

/** Return the invariant that the last log entry of a row ends in the row's stored state. */
export const logEndsInState = (of: {
  readonly code: string;
  readonly paper: string;
  readonly table: string;
  readonly state: string;
  readonly bizType: string;
  readonly title: Label;
}): Invariant => ({
  code: of.code,
  paper: of.paper,
  title: [`${of.title[0]}的操作记录止于其状态`, `The log of a ${of.title[1]} ends in its state`],
  sql: `select t.id, l.to_status || ' ≠ ' || t.${of.state} as words from ${of.table} t join lateral (select to_status from asactionlog l where l.tenant_id = t.tenant_id and l.biz_id = t.id and l.biz_type = '${of.bizType}' and l.is_deleted = 0 and l.to_status is not null order by l.operate_time desc, l.id desc limit 1) l on true
   where t.tenant_id = $1 and t.is_deleted = 0 and l.to_status <> t.${of.state}`,
});
