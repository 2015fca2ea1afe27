import type { Invariant } from '#kernel/language/rooms/invariant.ts';

/** Invariants of messages. Source: after-sales design §15. */
export const invariants: readonly Invariant[] = [
  {
    code: 'P5A',
    paper: 'smsLog',
    title: ['消息不重复发送，退订后不再发送', 'No message is sent twice, and none after opting out'],
    sql: `select max(l.id) as id, l.dedupe_key as words from assmslog l where l.tenant_id = $1 and l.is_deleted = 0 and l.dedupe_key is not null group by l.dedupe_key having count(*) > 1
      union all select l.id, l.sms_scene from assmslog l join assmsoptout o on o.tenant_id = l.tenant_id and o.phone = l.phone and o.is_deleted = 0 where l.tenant_id = $1 and l.sms_status in ('waiting', 'sent', 'arrived') and l.create_time > o.create_time`,
  },
];
