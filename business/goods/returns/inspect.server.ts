import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Context } from '#kernel/server';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';
import { worthOf } from '../apply/apply.rules.ts';
import { refuse } from '../refusals.ts';
import { materialReturnLine } from './material-return-line.paper.ts';
import { sumUpReturns } from './material-return-line.server.ts';
import { owedOf } from './owed-parts.server.ts';
import {
  type Return,
  type ReturningLine,
  assertSerialCount,
  linesOfReturn,
  lockReturnReservations,
  releaseInVan,
  reserveInVan,
  vanOf,
} from './return-lines.server.ts';
import type { InspectedLine } from './return-lifecycle.rules.ts';
import type { StockCondition, Owed } from './return-places.rules.ts';
import { divided, writeParts } from './divide-lines.server.ts';

/** Return the accepted quantity of a line: never more than returned, and less only with a reason. */
function acceptedQty(line: ReturningLine, sent: InspectedLine | undefined): string {
  const text = String(sent?.acceptQty ?? line.returnQty);
  if (!/^\d{1,10}(\.\d{1,3})?$/.test(text) || stepsOf(text, QTY) > stepsOf(line.returnQty, QTY))
    throw refuse.acceptedAboveReturned({ item: line.name, n: quantityText(line.returnQty) });
  const isLess = stepsOf(text, QTY) < stepsOf(line.returnQty, QTY);
  if (isLess && !(sent?.remark?.trim() || line.remark))
    throw refuse.acceptedLess(
      { item: line.name },
      { fields: [{ field: 'lines', words: ['请填写差异原因', 'Fill in the difference'] }] },
    );
  return decimalOf(stepsOf(text, QTY), QTY);
}

/** Return the accepted serial numbers of a line: all of them, or the named ones. */
function acceptedSerials(line: ReturningLine, acceptQty: string, sent: InspectedLine | undefined): string | null {
  if (!line.isSerial) return null;
  const all = serialsIn(line.serialNos);
  const named = serialsIn(sent?.serialNos);
  const isNone = stepsOf(acceptQty, QTY) === 0n;
  const serials = named.length > 0 ? named : isNone ? [] : all;
  assertSerialCount(line, acceptQty, serials);
  const strange = serials.find((one) => !all.includes(one));
  if (strange) throw refuse.serialNotInVan({ item: line.name, serial: strange });
  return serials.join(',');
}

/** Return a line as it was inspected. */
function inspected(line: ReturningLine, sent: InspectedLine | undefined): ReturningLine {
  const acceptQty = acceptedQty(line, sent);
  return {
    ...line,
    acceptQty,
    acceptSerials: acceptedSerials(line, acceptQty, sent),
    checkedStatus: (sent?.checkedStatus as StockCondition | undefined) || line.materialStatus,
    remark: sent?.remark?.trim().slice(0, 255) || line.remark,
    amount: worthOf(acceptQty, perPiece(line)),
  };
}

/** Return the value of one piece of a line, by its returned quantity. */
function perPiece(line: ReturningLine): string {
  const qty = stepsOf(line.returnQty, QTY);
  return qty > 0n ? decimalOf((stepsOf(line.amount, 2) * 10n ** BigInt(QTY + 2)) / qty, 4) : '0';
}

/** Return the old parts of a van that are owed, less those of other returns that were inspected and wait. */
async function owedIn(context: Context, of: Return): Promise<(Owed & { materialId: string })[]> {
  const pending = await context.sql.query<{ id: string; qty: string }>(
    `select d.completion_supplies_id::text as id, sum(d.accept_qty)::text as qty from asreturnedmaterialsdetails d join asreturnedmaterials h on h.tenant_id = d.tenant_id and h.id = d.return_id and h.is_deleted = 0 and h.document_status = 'approved'
    where d.tenant_id = $1 and h.from_warehouse_id = $2 and h.id <> $3 and d.completion_supplies_id is not null and d.is_deleted = 0 group by 1`,
    [context.tenantId, vanOf(of), of.id],
  );
  const waits = new Map(pending.map((row) => [row.id, stepsOf(row.qty, QTY)]));
  return (await owedOf(context, vanOf(of))).map(({ suppliesId, completionId, materialId, left }) => ({
    suppliesId,
    completionId,
    materialId,
    left: stepsOf(left, QTY) - (waits.get(suppliesId) ?? 0n),
  }));
}

/** Refuse lines of another return. */
function assertKnown(lines: readonly ReturningLine[], sent: readonly InspectedLine[]): void {
  const known = new Set(lines.map((line) => line.id));
  if (sent.some((one) => !known.has(String(one.id)))) throw refuse.lineOfOther();
}

/**
 * Inspect a return: write what is accepted, and in which condition. Accepted old parts answer the used parts that are
 * owed, the oldest first. The rest is free in the van again.
 */
export async function inspectReturn(
  context: Context,
  of: Return,
  { lines: sent, note }: { readonly lines: readonly InspectedLine[] | null; readonly note: string | null },
): Promise<Partial<Return>> {
  const stored = await linesOfReturn(context, of.id);
  assertKnown(stored, sent ?? []);
  const byId = new Map((sent ?? []).map((one) => [String(one.id), one]));
  const lines = stored.map((line) => inspected(line, byId.get(line.id)));
  if (!lines.some((line) => stepsOf(line.acceptQty, QTY) > 0n)) throw refuse.nothingAccepted();
  const written = await writeParts(context, of, divided(of, lines, await owedIn(context, of)));
  await lockReturnReservations(context, written);
  await releaseInVan(context, stored);
  await reserveInVan(context, of, written, (line) => line.acceptQty);
  await sumUpReturns(context, [of.id]);
  return { examineUser: context.person.id, examineTime: context.now(), examineNote: note };
}

/** Send a return back to be corrected: what was reserved is free again. */
export async function sendReturnBack(
  context: Context,
  of: Return,
  { note }: { readonly note: string },
): Promise<Partial<Return>> {
  const lines = await linesOfReturn(context, of.id);
  await context.changeAll(materialReturnLine, new Map(lines.map((line) => [line.id, { stockStatus: null }])));
  await releaseInVan(context, lines);
  return { examineUser: context.person.id, examineTime: context.now(), examineNote: note };
}
