import type { Context } from '#kernel/server';
import { auditRecord } from '../pieces/audit-record.paper.ts';
import { piece } from '../pieces/piece.paper.ts';
import { refuse } from '../refusals.ts';
import { after } from './months.rules.ts';
import { type Period, periodFor } from './periods.server.ts';
import { setPieceStatus } from '#business/completion/completion/back-confirm.server.ts';

interface Waiting {
  readonly drafts: number;
  readonly pieces: number;
  readonly isOver: boolean;
}

/** Return the open work of a period: unapproved lines, unaudited pieces, and whether its last day is over. */
async function waitingIn(context: Context, { wagePeriod, startDate, endDate }: Period): Promise<Waiting> {
  const [{ drafts, pieces }] = await context.sql.query<{ drafts: number; pieces: number }>(
    `select
      (select count(*)::int from aswageline where tenant_id = $1 and wage_period = $2 and line_status = 'draft' and is_deleted = 0) as drafts,
      (select count(*)::int from aspiecework where tenant_id = $1 and is_deleted = 0 and piece_status in ('toAffirm', 'pending', 'returned') and finish_date between $3::date and $4::date) as pieces`,
    [context.tenantId, wagePeriod, startDate, endDate],
  );
  return { drafts, pieces, isOver: context.today() > endDate };
}

/** Refuse to close a period with open work without a reason; the refusal lists the open work. */
export async function assertNothingWaits(context: Context, period: Period, reason: string | null): Promise<void> {
  const waits = await waitingIn(context, period);
  const waiting: [boolean, string, string][] = [
    [waits.drafts > 0, `未审批的录入行 ${waits.drafts} 条`, `${waits.drafts} entered lines to approve`],
    [waits.pieces > 0, `未审核的计件 ${waits.pieces} 张`, `${waits.pieces} pieces to audit`],
    [!waits.isOver, `本期到 ${period.endDate} 才结束`, `the period lasts until ${period.endDate}`],
  ];
  const open = waiting.filter(([holds]) => holds);
  if (open.length && !reason?.trim())
    throw refuse.periodWaits(
      { zh: open.map(([, zh]) => zh).join('、'), en: open.map(([, , en]) => en).join(', ') },
      { data: { ...waits }, fields: [{ field: 'reason', words: ['请填写原因', 'Say why'] }] },
    );
}

/** Move entered lines without approval into the next period that pays. */
export async function moveDrafts(context: Context, period: Period): Promise<void> {
  const { drafts } = await waitingIn(context, period);
  if (drafts === 0) return;
  const next = await periodFor(context, after(period.endDate).start);
  await context.sql.query(
    "update aswageline set wage_period = $3, version = version + 1, update_user = $4, update_time = $5 where tenant_id = $1 and wage_period = $2 and line_status = 'draft' and is_deleted = 0",
    [context.tenantId, period.wagePeriod, next, context.person.id, context.now()],
  );
}

interface Moving {
  readonly from: 'approved' | 'settled';
  readonly to: 'approved' | 'settled';
  readonly why: string;
  readonly action: 'settle' | 'revoke';
}

/** Set the pieces of a period to the state that matches the period's new state, and copy it to their completions. */
async function movePieces(
  context: Context,
  { wagePeriod: label }: Period,
  { from, to, why, action }: Moving,
): Promise<void> {
  context.takesLong();
  const rows = await context.sql.query<{ id: string; no: string; amount: string | null; completion: string | null }>(
    'select id::text as id, piece_no as no, piece_amount::text as amount, completion_id::text as completion from aspiecework where tenant_id = $1 and wage_period = $2 and is_deleted = 0 and piece_status = $3',
    [context.tenantId, label, from],
  );
  const moved = new Set(
    await context.moveAll(
      piece,
      rows.map((row) => row.id),
      to,
      why,
    ),
  );
  await context.createAll(
    auditRecord,
    rows
      .filter((row) => moved.has(row.id))
      .map(({ id, no, amount }) => ({
        pieceId: id,
        pieceNo: no,
        auditAction: action,
        fromStatus: from,
        toStatus: to,
        amountBefore: amount,
        amountAfter: amount,
        auditUser: context.person.id,
        auditTime: context.now(),
        remark: label,
      })),
  );
  const completions = rows.flatMap((row) => (moved.has(row.id) && row.completion ? [row.completion] : []));
  await setPieceStatus(context, completions, to);
}

/** Settle the pieces of the period with it: afterwards they never change. */
export const settlePeriod = (context: Context, period: Period): Promise<void> =>
  movePieces(context, period, { from: 'approved', to: 'settled', why: 'periodClose', action: 'settle' });

/** Open the period again: set its pieces back to approved. */
export const unsettle = (context: Context, period: Period): Promise<void> =>
  movePieces(context, period, { from: 'settled', to: 'approved', why: 'periodOpenAgain', action: 'revoke' });
