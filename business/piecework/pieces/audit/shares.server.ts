import Big from 'big.js';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { mustFind } from '#kernel/language/must.ts';
import type { Context } from '#kernel/server';
import { calendarDay } from '#business/scheduling/calendar-day.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { notifyStaff } from '#business/messaging/notify.service.ts';
import { plain } from '../../audit/lines.rules.ts';
import { refuse } from '../../refusals.ts';
import { pieceLine } from '../piece-line.paper.ts';
import { piece } from '../piece.paper.ts';
import { isWhole } from '../shares.rules.ts';
import { timeFactor, timeFactors } from '../time-factor.rules.ts';
import type { changeShares } from './audit.calls.ts';
import { type PieceLine, recompute, setAmount } from './recompute.server.ts';
import { type PieceRow, recordPieces } from './record.server.ts';

/** A requested change of shares: of one line, of a technician in a process, or of a technician in all. */
type ShareChange = NonNullable<CallInputOf<typeof changeShares>['lines']>[number];

/** Refuse a share above 1, and one that names neither line nor technician. */
export function wantedOf(rows: readonly ShareChange[]): ShareChange[] {
  if (rows.length === 0) throw refuse.linesMissing();
  return rows.map((row) => {
    if (new Big(row.shareRatio).gt(1)) throw refuse.shareNotWhole();
    if (!row.collectId && !row.technicianId) throw refuse.linesMissing();
    return { ...row, shareRatio: plain(row.shareRatio) };
  });
}

/** Return name and factors of a technician for a job finished on this day. */
export async function factorsOfLine(
  context: Context,
  technicianId: string,
  day: string,
): Promise<Pick<PieceLine, 'technicianName' | 'pieceRatio' | 'timeCoef'>> {
  const person = await context.get(technician, technicianId);
  const [special] = await context.find(calendarDay, { calendarDate: day }, { first: 1 });
  return {
    technicianName: person.realName,
    pieceRatio: person.pieceRatio,
    timeCoef: timeFactor(
      day,
      special?.dayKind ?? null,
      person.workDays,
      timeFactors(await context.parameter('as.wage.timeCoef')),
    ),
  };
}

/** Replace the crew of one process: change those who remain, add new ones, remove others. */
async function setCrew(
  context: Context,
  row: PieceRow,
  group: readonly PieceLine[],
  crew: readonly ShareChange[],
): Promise<void> {
  const [first] = group;
  for (const { technicianId, shareRatio } of crew) {
    const known = group.find((line) => line.technicianId === technicianId);
    if (known) await context.change(pieceLine, known.id, { shareRatio });
    else
      await context.create(pieceLine, {
        pieceId: row.id,
        completionEquipmentId: first.completionEquipmentId,
        pieceworkProcessId: first.pieceworkProcessId,
        technicianId: technicianId!,
        qty: first.qty,
        qualityCoef: '1',
        standardId: first.standardId,
        shareRatio,
        collectSource: first.collectSource,
        manualReason: first.manualReason,
        ...(await factorsOfLine(context, technicianId!, row.finishDate ?? context.today())),
      });
  }
  const gone = group
    .filter((line) => !crew.some((one) => one.technicianId === line.technicianId))
    .map((line) => line.id);
  await context.sql.query(
    'update aspieceworkcollect set is_deleted = 1, version = version + 1, update_user = $3, update_time = $4 where tenant_id = $1 and id = any($2::bigint[])',
    [context.tenantId, gone, context.person.id, context.now()],
  );
}

/** Set the shares of single lines, and replace the technician of a line if another one is named. */
async function setSingle(
  context: Context,
  row: PieceRow,
  group: readonly PieceLine[],
  wanted: readonly ShareChange[],
): Promise<void> {
  for (const { collectId, technicianId, shareRatio } of wanted) {
    const line = mustFind(group, (one) => one.id === collectId);
    const other =
      technicianId && technicianId !== line.technicianId
        ? { technicianId, ...(await factorsOfLine(context, technicianId, row.finishDate ?? context.today())) }
        : {};
    await context.change(pieceLine, line.id, { shareRatio, ...other });
  }
}

/** Notify present and former members that the crew of a piece changed. */
async function tellShared(
  context: Context,
  row: PieceRow,
  before: readonly PieceLine[],
  now: readonly PieceLine[],
): Promise<void> {
  const people = (lines: readonly PieceLine[]): string =>
    JSON.stringify(lines.map((line) => [line.pieceworkProcessId, line.technicianId, line.shareRatio]).toSorted());
  if (people(before) === people(now)) return;
  const names = [...new Set(now.map((line) => line.technicianName ?? ''))].join('、');
  await context.call(notifyStaff, {
    event: 'crewChanged',
    to: { technicians: [...new Set([...before, ...now].map((line) => line.technicianId))] },
    title: [`计件单 ${row.pieceNo} 分配已调整`, `The shares of piece ${row.pieceNo} were changed`],
    content: [`参与技师：${names}`, `Crew: ${names}`],
    bizType: 'piece',
    bizId: row.id,
    bizNo: row.pieceNo,
    again: `${row.id}#${(await context.get(piece, row.id)).version}`,
  });
}

/** Set the shares of a piece. The shares of each process must add up to 1, and everything is priced again. */
export async function setShares(
  context: Context,
  row: PieceRow,
  wanted: readonly ShareChange[],
  remark: string | null = null,
): Promise<{ id: string; pieceAmount: string }> {
  const lines = await context.find(pieceLine, { pieceId: row.id }, { limit: 1000 });
  if (wanted.some((one) => one.collectId && !lines.some((line) => line.id === one.collectId)))
    throw refuse.lineUnknown();
  for (const group of Map.groupBy(
    lines,
    (line) => `${line.pieceworkProcessId} ${line.completionEquipmentId ?? ''}`,
  ).values()) {
    const single = wanted.filter((one) => one.collectId && group.some((line) => line.id === one.collectId));
    const named = wanted.filter((one) => !one.collectId && one.processId === group[0].pieceworkProcessId);
    const crew = named.length ? named : wanted.filter((one) => !one.collectId && !one.processId);
    if (single.length) await setSingle(context, row, group, single);
    else if (crew.length) await setCrew(context, row, group, crew);
  }
  const after = await context.find(pieceLine, { pieceId: row.id }, { limit: 1000 });
  for (const group of Map.groupBy(
    after,
    (line) => `${line.pieceworkProcessId} ${line.completionEquipmentId ?? ''}`,
  ).values())
    if (!isWhole(group)) throw refuse.shareNotWhole();
  const pieceAmount = await recompute(context, row);
  await setAmount(context, row, pieceAmount);
  await context.change(piece, row.id, {
    crewNames: [...new Set(after.map((line) => line.technicianName ?? ''))].join('、').slice(0, 200),
  });
  await tellShared(context, row, lines, after);
  await recordPieces(context, row, {
    action: 'updateUser',
    from: row.pieceStatus,
    to: row.pieceStatus,
    before: row.pieceAmount,
    after: pieceAmount,
    changes: { lines: wanted },
    remark,
  });
  return { id: row.id, pieceAmount };
}
