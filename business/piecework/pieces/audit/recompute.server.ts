import Big from 'big.js';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { completionEquipment } from '#business/completion/completion/completion-equipment.paper.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { criteriaOf, publishedOf } from '../making/gather.server.ts';
import { pieceStandard } from '../../standards/piece-standard.paper.ts';
import { type Standard, pricedLinesOf, standardOf } from '../making/price-lines.rules.ts';
import { pieceLine } from '../piece-line.paper.ts';
import { piece } from '../piece.paper.ts';
import { assertLineMax } from '../../wages/sheet/line-max.server.ts';
import type { PieceRow } from './record.server.ts';

export type PieceLine = Row<typeof pieceLine>;

/** Return the key of a group: lines of one process at one machine share one base. */
const groupOf = (line: PieceLine): string => `${line.pieceworkProcessId} ${line.completionEquipmentId ?? ''}`;

/** Return the equipment category of the machine by the id of each completion line. */
async function categoriesOf(
  context: Context,
  lines: readonly PieceLine[],
): Promise<ReadonlyMap<string, string | null>> {
  const done = await context.find(
    completionEquipment,
    { id: lines.flatMap((line) => line.completionEquipmentId ?? []) },
    { limit: 500 },
  );
  const machines = new Map(
    (await context.find(equipment, { id: done.flatMap((one) => one.equipmentId ?? []) }, { limit: 500 })).map((one) => [
      one.id,
      one.equipmentCategory,
    ]),
  );
  return new Map(done.map((one) => [one.id, machines.get(one.equipmentId ?? '') ?? null]));
}

async function criteria(context: Context, row: PieceRow): Promise<Awaited<ReturnType<typeof criteriaOf>>> {
  const [form] = row.dispId ? await context.find(dispatchForm, { id: row.dispId }, { first: 1 }) : [];
  const [order = null] = form ? await context.find(registration, { id: form.registrationFormId }, { first: 1 }) : [];
  const [lead] = row.leadTechnicianId ? await context.find(technician, { id: row.leadTechnicianId }, { first: 1 }) : [];
  return criteriaOf(context, row, order, lead?.technicianLevel ?? null);
}

/** Sort lines by their creation, those of the lead technician last. */
const leadLast = (lines: readonly PieceLine[], lead: string | null): PieceLine[] =>
  lines.toSorted(
    (a, b) =>
      Number(a.technicianId === lead) - Number(b.technicianId === lead) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1),
  );

async function priceGroup(
  context: Context,
  group: readonly PieceLine[],
  price: Parameters<typeof pricedLinesOf>[1],
): Promise<Big> {
  const [{ pieceworkProcessId, qty, completionEquipmentId }] = group;
  const members = group.map((line) => ({
    technicianId: line.technicianId,
    technicianName: line.technicianName ?? '',
    shareRatio: line.shareRatio,
    qualityCoef: line.qualityCoef ?? '1',
    timeCoef: line.timeCoef ?? '1',
    pieceRatio: line.pieceRatio ?? '1',
  }));
  const fresh = pricedLinesOf(
    { processId: pieceworkProcessId, qty, completionEquipmentId, equipmentCategory: null },
    price,
    members,
  );
  await assertLineMax(
    context,
    fresh.map((line) => ({ name: line.technicianName, amount: line.amount })),
  );
  // Derived figures are no change by a person: they do not raise the version.
  const figures = fresh.map(({ standardId, unitPrice, difficultyCoef, amount }, at) => ({
    id: group[at].id,
    standard: standardId,
    price: unitPrice,
    difficulty: difficultyCoef,
    amount,
  }));
  await context.sql.query(
    `update aspieceworkcollect l set qty = $3, standard_id = f.standard, unit_price = f.price, difficulty_coef = f.difficulty, amount = f.amount
    from jsonb_to_recordset($2::jsonb) as f(id bigint, standard bigint, price numeric, difficulty numeric, amount numeric) where l.tenant_id = $1 and l.id = f.id`,
    [context.tenantId, JSON.stringify(figures), qty],
  );
  return fresh.reduce((sum, line) => sum.plus(line.amount), new Big(0));
}

/** Return the price standards that lines of a piece already have, by id. */
async function storedStandards(context: Context, lines: readonly PieceLine[]): Promise<ReadonlyMap<string, Standard>> {
  const ids = [...new Set(lines.flatMap((line) => line.standardId ?? []))];
  const rows = ids.length ? await context.find(pieceStandard, { id: ids }, { limit: ids.length }) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** Return the standard that already prices a group; undefined if its lines have none of this process. */
const storedOf = (
  stored: ReadonlyMap<string, Standard>,
  group: readonly PieceLine[],
  processId: string,
): Standard | undefined =>
  group.map((line) => stored.get(line.standardId ?? '')).find((standard) => standard?.pieceworkProcessId === processId);

/**
 * Compute the amounts of all lines of a piece and return their sum. A group with a standard keeps it, even if it was
 * stopped since; others take the one valid on the finish date. `lines` replaces the stored lines while one is being
 * added or removed.
 */
export async function recompute(context: Context, row: PieceRow, lines?: readonly PieceLine[]): Promise<string> {
  const counted = leadLast(
    lines ?? (await context.find(pieceLine, { pieceId: row.id }, { limit: 1000 })),
    row.leadTechnicianId,
  );
  const [standards, job, categories] = [
    await publishedOf(
      context,
      counted.map((line) => line.pieceworkProcessId),
    ),
    await criteria(context, row),
    await categoriesOf(context, counted),
  ];
  const stored = await storedStandards(context, counted);
  let sum = new Big(0);
  for (const group of Map.groupBy(counted, groupOf).values()) {
    const [{ pieceworkProcessId, qty, completionEquipmentId }] = group;
    const work = {
      processId: pieceworkProcessId,
      qty,
      completionEquipmentId,
      equipmentCategory: categories.get(completionEquipmentId ?? '') ?? null,
    };
    sum = sum.plus(
      await priceGroup(
        context,
        group,
        storedOf(stored, group, pieceworkProcessId) ??
          standardOf(standards, work, job, row.finishDate ?? context.today()),
      ),
    );
  }
  return sum.toFixed(2);
}

/** Write the present pay of a piece. */
export async function setAmount(context: Context, row: PieceRow, pieceAmount: string): Promise<void> {
  if (row.pieceAmount !== pieceAmount) await context.change(piece, row.id, { pieceAmount });
}
