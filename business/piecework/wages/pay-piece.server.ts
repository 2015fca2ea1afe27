import { storedText } from '#kernel/language/label.ts';
import Big from 'big.js';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import type { pieceLine } from '../pieces/piece-line.paper.ts';
import type { piece } from '../pieces/piece.paper.ts';
import { refuse } from '../refusals.ts';
import { roundedMoney } from '../standards/price.rules.ts';
import { calculate, lockSheets } from './calculate.server.ts';
import { lockOpen, periodFor, periodNamed } from './periods.server.ts';
import { wageLine } from './wage-line.paper.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';

type Piece = Row<typeof piece>;
type Lines = readonly Row<typeof pieceLine>[];
type NewLine = Partial<Row<typeof wageLine>>;

/** Return the mileage line of the lead technician, if the distance is plausible or was explained. */
async function mileage(context: Context, row: Piece): Promise<NewLine[]> {
  const [done] = row.completionId ? await context.find(completion, { id: row.completionId }, { first: 1 }) : [];
  const price = await context.parameter('as.wage.mileagePrice');
  if (
    !done?.mileageKm ||
    !['ok', 'explained', 'adjusted'].includes(String(done.mileageStatus)) ||
    !row.leadTechnicianId
  )
    return [];
  const amount = roundedMoney(new Big(done.mileageKm).times(price || '0'));
  if (Number(amount) <= 0) return [];
  return [
    {
      lineKey: `mileage#${done.id}`,
      technicianId: row.leadTechnicianId,
      wageLineType: 'mileage',
      sourceType: 'completion',
      sourceId: done.id,
      qty: done.mileageKm,
      unitPrice: price,
      amount,
    },
  ];
}

interface Paid {
  readonly id: string;
  readonly technician: string;
  readonly amount: string;
  readonly no: string;
}

/**
 * Return lines that deduct the pay of the original job from its crew, if the piece is a rework of that job. Only
 * processes of both jobs count. Empty unless the company deducts reworks (`as.rework.deduct`).
 */
async function takenBack(context: Context, row: Piece, lines: Lines): Promise<NewLine[]> {
  if ((await context.parameter('as.rework.deduct')) !== 'true') return [];
  const [done] = row.completionId ? await context.find(completion, { id: row.completionId }, { first: 1 }) : [];
  const [order] =
    done?.isRework && done.registrationFormId
      ? await context.find(registration, { id: done.registrationFormId }, { first: 1 })
      : [];
  if (!order?.sourceRegistrationId) return [];
  const first = await context.sql.query<Paid>(
    `select l.id::text as id, l.technician_id::text as technician, l.amount::text as amount, p.piece_no as no from aspiecework p
      join ${completionFacts} c on c.id = p.completion_id and c.tenant_id = p.tenant_id join aspieceworkcollect l on l.piece_id = p.id and l.tenant_id = p.tenant_id and l.is_deleted = 0
    where p.tenant_id = $1 and p.is_deleted = 0 and p.piece_status in ('approved', 'settled') and c.registration_form_id = $2 and l.piecework_process_id = any($3::bigint[]) and l.amount > 0
      and not exists (select 1 from aswageline w where w.tenant_id = $1 and w.is_deleted = 0 and w.line_key = 'rework#' || l.id)`,
    [context.tenantId, order.sourceRegistrationId, lines.map((line) => line.pieceworkProcessId)],
  );
  return first.map((one) => ({
    lineKey: `rework#${one.id}`,
    technicianId: one.technician,
    wageLineType: 'penalty',
    sourceType: 'piece',
    sourceId: one.id,
    amount: `-${one.amount}`,
    reason: storedText([`${one.no} 返修扣回`, `${one.no}: taken back for rework`]),
  }));
}

/** Turn an approved piece into lines of the earliest period that may still pay it. Return that period. */
export async function payPiece(context: Context, row: Piece, lines: Lines): Promise<string> {
  const day = row.finishDate ?? context.today();
  const period = await periodFor(context, day);
  const own = lines.map((line): NewLine => ({
    lineKey: `piece#${line.id}`,
    technicianId: line.technicianId,
    wageLineType: 'piece',
    sourceType: 'piece',
    sourceId: line.id,
    qty: line.qty,
    unitPrice: line.unitPrice,
    amount: line.amount ?? '0',
  }));
  const all = [...own, ...(await mileage(context, row)), ...(await takenBack(context, row, lines))];
  await context.createAll(
    wageLine,
    all.map((line) => ({
      ...line,
      wagePeriod: period,
      bizDate: day,
      sourceNo: row.pieceNo,
      lineStatus: 'open' as const,
    })) as NewLine[],
  );
  return period;
}

/** Withdraw the lines of a piece while its wages are not sent. Sheets with such lines are calculated again. */
export async function unpayPiece(context: Context, row: Piece): Promise<void> {
  const label = row.wagePeriod;
  if (!label || !(await lockOpen(context, label, 'alone'))) throw refuse.wagesSent();
  await lockSheets(context, label);
  const voided = await context.sql.query<{ technician: string }>(
    `update aswageline l set line_status = 'voided', line_key = null, wage_sheet_id = null, version = l.version + 1, update_user = $4, update_time = $5
    where l.tenant_id = $1 and l.wage_period = $2 and l.source_no = $3 and l.is_deleted = 0 and l.line_status in ('open', 'locked') returning l.technician_id::text as technician`,
    [context.tenantId, label, row.pieceNo, context.person.id, context.now()],
  );
  const period = await periodNamed(context, { wagePeriod: label });
  if (period.periodStatus === 'calculated')
    await calculate(context, period, [...new Set(voided.map((one) => one.technician))]);
}
