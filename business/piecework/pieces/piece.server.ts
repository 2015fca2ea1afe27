import { anyText, list, of } from '#kernel/language/calls/shape.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { englishDay } from '#kernel/language/days.ts';
import Big from 'big.js';
import { behaviour, type Context } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { todoDone } from '#business/messaging/notify.service.ts';
import { refuse } from '../refusals.ts';
import { payPiece, unpayPiece } from '../wages/pay-piece.server.ts';
import { auditRecord } from './audit-record.paper.ts';
import { auditCalls } from './audit/audit-calls.server.ts';
import { type PieceRow, mirrorToCompletion, recordPieces } from './audit/record.server.ts';
import type { PieceLine } from './audit/recompute.server.ts';
import { notifyCrew } from './audit/notify.server.ts';
import { pieceFlag } from './piece-flag.paper.ts';
import { pieceLine } from './piece-line.paper.ts';
import { piece } from './piece.paper.ts';
import { isWhole } from './shares.rules.ts';
import { dispatchFormFacts } from '#business/dispatch/dispatch-form/dispatch-form-facts.relation.ts';

/** Record a step that does not change the amount. */
const step = (
  context: Context,
  row: PieceRow,
  action: Parameters<typeof recordPieces>[2]['action'],
  to: PieceRow['pieceStatus'],
  remark?: string | null,
): Promise<void> =>
  recordPieces(context, row, {
    action,
    from: row.pieceStatus,
    to,
    before: row.pieceAmount,
    after: row.pieceAmount,
    remark,
  });

/** Refuse a piece with an unpriced line, shares that do not add up to 1, or an unconfirmed job. */
async function assertPayable(context: Context, row: PieceRow, lines: readonly PieceLine[]): Promise<void> {
  if (lines.some((line) => !line.standardId)) throw refuse.noStandard();
  const groups = Map.groupBy(lines, (line) => `${line.pieceworkProcessId} ${line.completionEquipmentId ?? ''}`);
  if ([...groups.values()].some((group) => !isWhole(group))) throw refuse.shareNotWhole();
  const [done] = row.completionId ? await context.find(completion, { id: row.completionId }, { first: 1 }) : [];
  if (done?.completeStatus !== 'confirmed') throw refuse.completionNotConfirmed();
}

/** Answer all open flags. The remark answers those without an answer of their own; without either, refuse. */
async function answerFlags(
  context: Context,
  row: PieceRow,
  remark: string | null,
  answers: readonly { flagId: string; answer: string }[],
): Promise<void> {
  const open = (await context.find(pieceFlag, { pieceId: row.id }, { limit: 1000 })).filter((flag) => !flag.answer);
  for (const flag of open) {
    const answer = answers.find((one) => one.flagId === flag.id)?.answer ?? remark;
    if (!answer) throw refuse.flagsOpen();
    await context.change(pieceFlag, flag.id, {
      answer,
      answerUser: context.person.id,
      answerTime: context.now(),
    });
  }
}

/** Return whether shares or content were changed since the piece was returned. */
async function changedSinceBack(context: Context, row: PieceRow): Promise<boolean> {
  const records = await context.find(auditRecord, { pieceId: row.id }, { limit: 5000 });
  const back = records.findIndex((one) => one.auditAction === 'back');
  return records
    .slice(0, Math.max(back, 0))
    .some((one) => ['updateUser', 'updateContent'].includes(String(one.auditAction)));
}

export default behaviour<typeof piece>(piece, {
  actions: {
    async affirm(context, row, { remark, answers }) {
      await answerFlags(context, row, remark, answers ?? []);
      await step(context, row, 'affirm', 'pending', remark);
      await mirrorToCompletion(context, row.completionId, 'pending');
    },
    async check(context, row, { remark }) {
      const lines = await context.find(pieceLine, { pieceId: row.id }, { limit: 1000 });
      await assertPayable(context, row, lines);
      const wagePeriod = await payPiece(context, row, lines);
      await step(context, row, 'check', 'approved', remark);
      await mirrorToCompletion(context, row.completionId, 'approved');
      await notifyCrew(context, row, 'pieceApproved', [
        `${row.customerName ?? ''} ${row.finishDate ?? ''}，计件${row.pieceAmount ?? '0.00'}元，计入${wagePeriod}`,
        `${row.customerName ?? ''}, ${row.finishDate ? englishDay(row.finishDate) : ''}: CNY ${row.pieceAmount ?? '0.00'} in ${wagePeriod}`,
      ]);
      return { checkUser: context.person.id, checkTime: context.now(), wagePeriod };
    },
    async back(context, row, { remark }) {
      await step(context, row, 'back', 'returned', remark);
      await mirrorToCompletion(context, row.completionId, 'returned');
      await notifyCrew(context, row, 'pieceReturned', remark ?? '');
      return { remark: (remark ?? '').slice(0, 255) };
    },
    async submit(context, row, { remark }) {
      if (!remark && !(await changedSinceBack(context, row))) throw refuse.remarkMissing();
      await step(context, row, 'submit', 'pending', remark);
      await mirrorToCompletion(context, row.completionId, 'pending');
      await context.call(todoDone, { bizId: row.id, event: 'pieceReturned' });
    },
    async revoke(context, row, { remark }) {
      await unpayPiece(context, row);
      await step(context, row, 'revoke', 'pending', remark);
      await mirrorToCompletion(context, row.completionId, 'pending');
      return { checkUser: null, checkTime: null, wagePeriod: null };
    },
    async cancel(context, row, { reason, note }) {
      await step(context, row, 'cancel', 'cancelled', note);
      await mirrorToCompletion(context, row.completionId, 'cancelled');
      await notifyCrew(context, row, 'pieceCancelled', note ?? '');
      return { cancelReason: reason, cancelNote: note };
    },
    async revive(context, row, { remark }) {
      if (row.cancelReason === 'reopened') throw refuse.reopenedPiece();
      // Locking the completion's pieces keeps another piece from being created for it meanwhile.
      if (
        row.completionId &&
        (await context.find(piece, { completionId: row.completionId }, { limit: 100 })).some(
          (one) => one.pieceStatus !== 'cancelled',
        )
      )
        throw refuse.otherPieceLives();
      await step(context, row, 'affirm', 'pending', remark);
      await mirrorToCompletion(context, row.completionId, 'pending');
      return { cancelReason: null, cancelNote: null };
    },
  },
  computed: {
    openDays:
      "case when t.piece_status in ('settled', 'cancelled') then 0 else coalesce($today - t.finish_date, 0) end",
  },
  filters: {
    technicianId: {
      reads: pieceLine.fields.technicianId,
      sql: "exists (select 1 from aspieceworkcollect l where l.tenant_id = t.tenant_id and l.piece_id = t.id and l.is_deleted = 0 and l.technician_id::text = any(string_to_array($, ',')))",
    },
    team: {
      reads: technician.fields.customerServiceTeam,
      sql: `exists (select 1 from ${dispatchFormFacts} d where d.tenant_id = t.tenant_id and d.id = t.disp_id and d.customer_service_team = any(string_to_array($, ',')))`,
    },
    inconform: {
      reads: flag(['不符合', 'Does not conform']),
      sql: "(cardinality(t.inconform_flags) > 0 or t.piece_status = 'cancelled') = ($ = 'true')",
    },
  },
  detailParts: {
    lines: list(of(pieceLine)),
    flags: list(of(pieceFlag)),
    records: list(of(auditRecord)),
    lineTotal: anyText,
  },
  async detail(reading, row) {
    const of = { pieceId: row.id };
    return {
      lines: await reading.visible(pieceLine, { query: of }).words({ limit: 1000 }),
      flags: await reading.visible(pieceFlag, { query: of }).words(),
      records: await reading.visible(auditRecord, { query: of }).words({ limit: 200 }),
      lineTotal: (await reading.find(pieceLine, of, { limit: 1000 }))
        .reduce((sum, line) => sum.plus(line.amount ?? 0), new Big(0))
        .toFixed(2),
    };
  },
  calls: auditCalls,
});
