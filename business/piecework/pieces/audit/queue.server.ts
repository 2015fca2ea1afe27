import type { CallAnswer, ListFilters } from '#kernel/language/calls/call.ts';
import { type Reading, sql } from '#kernel/server';
import { piece } from '../piece.paper.ts';
import type { AuditQueue, auditQueue } from './audit.calls.ts';

/** Return count and sums of each audit state, and the number of pieces that the caller passed today. */
export async function queueOf(reading: Reading, asked: ListFilters): Promise<CallAnswer<typeof auditQueue>> {
  const { current: _, size: __, pieceStatus: ___, ascs: ____, descs: _____, ...filters } = asked;
  const visible = await reading
    .visible(piece, {
      query: {
        ...filters,
        pieceStatus: 'toAffirm,pending,returned,approved',
      },
    })
    .sql();
  const piles = await reading.sql.query<AuditQueue['piles'][number]>(
    sql`select t.piece_status as "pieceStatus", count(*)::int as count, coalesce(sum(t.receivable_amount), 0)::text as receivable, coalesce(sum(t.piece_amount), 0)::text as amount, min(t.finish_date)::text as oldest
    from aspiecework t where ${visible} group by 1`,
  );
  const [{ n }] = await reading.sql.query<{ n: number }>(
    'select count(*)::int as n from aspiecework where tenant_id = $1 and is_deleted = 0 and check_user = $2 and check_time >= $3::timestamptz',
    [reading.tenantId, reading.person.id, `${reading.today()} 00:00:00`],
  );
  return { piles, today: n };
}
