import Big from 'big.js';
import { answering, type Context, serving } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { refuse } from '../../refusals.ts';
import { mirrorToCompletion, recordPieces } from '../audit/record.server.ts';
import { pieceFlag } from '../piece-flag.paper.ts';
import { pieceLine } from '../piece-line.paper.ts';
import { piece } from '../piece.paper.ts';
import { weekPayAnswer } from '../week-pay.server.ts';
import { dropPiece, makePiece, settledPiece } from '#business/completion/completion/piece.service.ts';
import { assertLineMax } from '../../wages/sheet/line-max.server.ts';
import { jobFactsOf } from './facts.server.ts';
import { type FinishedJob, readFinishedJob } from './gather.server.ts';
import { type FoundFlag, inconformities } from './inconform.rules.ts';
import { type PricedLine, pricedLinesOf, standardOf } from './price-lines.rules.ts';

/** Return the pieces of a completion, newest first. A lock serialises their creation and removal. */
async function piecesOf(
  context: Context,
  completionId: string,
): Promise<Awaited<ReturnType<typeof context.find<typeof piece>>>> {
  await context.lockRows(completion, [completionId]);
  return context.find(piece, { completionId }, { limit: 100 });
}

const total = (lines: readonly Pick<PricedLine, 'amount'>[]): string =>
  lines.reduce((sum, line) => sum.plus(line.amount), new Big(0)).toFixed(2);

async function write(
  context: Context,
  job: FinishedJob,
  lines: readonly PricedLine[],
  flags: readonly FoundFlag[],
  nth: number,
): Promise<{ pieceId: string; pieceStatus: string }> {
  const { completion: done, order } = job;
  const pieceStatus = flags.length ? 'toAffirm' : 'pending';
  const row = await context.create(piece, {
    pieceKey: `piece#${done.id}${nth > 1 ? `#${nth}` : ''}`,
    completionId: done.id,
    dispId: done.dispId,
    registrationNo: order?.registrationNo ?? null,
    leadTechnicianId: job.members[job.members.length - 1].technicianId,
    businessId: done.businessId,
    guidInfo: done.guidInfo,
    customerName: done.customerName,
    receiptsType: done.receiptsType,
    weibao: done.weibao,
    coverFees: done.coverFees,
    coverExplain: done.coverExplain,
    finishDate: job.finishDate,
    receivableAmount: done.receivableAmount ?? '0',
    practicalAmount: done.practicalAmount ?? '0',
    crewNames: done.crewNames ?? job.members.map((one) => one.technicianName).join('、'),
    pieceAmount: total(lines),
    pieceStatus,
    inconformFlags: flags.map((one) => one.flag),
  });
  for (const line of lines) await context.create(pieceLine, { ...line, pieceId: row.id, collectSource: 'auto' });
  for (const { flag, detail } of flags)
    await context.create(pieceFlag, { pieceId: row.id, inconformFlag: flag, detail });
  await recordPieces(context, row, {
    action: 'create',
    from: null,
    to: pieceStatus,
    before: null,
    after: row.pieceAmount,
    ...(flags.length && { changes: { flags } }),
  });
  await mirrorToCompletion(context, done.id, pieceStatus);
  return { pieceId: row.id, pieceStatus };
}

/** The switched-off rules of the company, by the names of their flags. */
const offOf = async (context: Context): Promise<string[]> =>
  (await context.parameter('as.piece.rulesOff'))
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

const make = serving(makePiece, async (context, { completionId }) => {
  const before = await piecesOf(context, completionId);
  const live = before.find((one) => one.pieceStatus !== 'cancelled');
  if (live) return { pieceId: live.id, pieceStatus: live.pieceStatus };
  const job = await readFinishedJob(context, completionId);
  if (job.works.length === 0) return null;
  const lines = job.works.flatMap((work) =>
    pricedLinesOf(work, standardOf(job.standards, work, job.criteria, job.finishDate), job.members),
  );
  await assertLineMax(
    context,
    lines.map((line) => ({ name: line.technicianName, amount: line.amount })),
  );
  const flags = inconformities(await jobFactsOf(context, job, lines), await offOf(context));
  return write(context, job, lines, flags, before.length + 1);
});

const drop = serving(dropPiece, async (context, { completionId }) => {
  const live = (await piecesOf(context, completionId)).find((one) => one.pieceStatus !== 'cancelled');
  if (!live) return;
  const moved = await context.move(piece, live.id, 'cancelled', 'reopened', { cancelReason: 'reopened' });
  if (!moved) throw refuse.pieceApproved();
  await recordPieces(context, live, {
    action: 'cancel',
    from: live.pieceStatus,
    to: 'cancelled',
    before: live.pieceAmount,
    after: live.pieceAmount,
    remark: ['完工重开', 'The completion was reopened'],
  });
  await mirrorToCompletion(context, completionId, 'none');
});

const settled = answering(settledPiece, async (reading, { completionId }) => {
  const [found] = await reading.sql.query<{ no: string }>(
    `select piece_no as no from ${piece.table} where tenant_id = $1 and completion_id = $2 and piece_status = 'settled' and is_deleted = 0 limit 1`,
    [reading.tenantId, completionId],
  );
  return found?.no ?? null;
});

export const pieceServices = [make, drop, settled, weekPayAnswer];
