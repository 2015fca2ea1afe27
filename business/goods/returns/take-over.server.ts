import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Context } from '#kernel/server';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';
import { completionSupplyFacts } from '#business/completion/supplies/completion-supply-facts.relation.ts';
import { type Move, QTY, assertPosted } from '#business/materials/stores/posting.rules.ts';
import { postStock, storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { queueReturn } from '../sap/write-flows.server.ts';
import { type OwedHere, divided, writeParts } from './divide-lines.server.ts';
import { acceptedOf } from './owed-parts.server.ts';
import {
  type Return,
  type ReturningLine,
  linesOfReturn,
  lockReturnReservations,
  releaseInVan,
  vanOf,
} from './return-lines.server.ts';
import { type ReturnPlace, returnPlaceOf } from './return-places.rules.ts';

/** Lock the completions whose old parts come back: they precede returns in the order of locks. */
export async function lockCompletionsOf(context: Context, returnIds: readonly string[]): Promise<void> {
  const rows = await context.sql.query<{ id: string }>(
    `select distinct completion_id::text as id from asreturnedmaterialsdetails where tenant_id = $1 and return_id = any($2::bigint[]) and completion_supplies_id is not null and completion_id is not null and is_deleted = 0`,
    [context.tenantId, returnIds],
  );
  const ids = rows.map((row) => row.id);
  if (ids.length) await context.lockRows(completion, ids);
}

/** Return what is still owed of the used parts that the lines name. Their completions are locked. */
async function stillOwed(context: Context, lines: readonly ReturningLine[]): Promise<OwedHere[]> {
  const rows = await context.sql.query<{ id: string; completionId: string; materialId: string; left: string }>(
    `select s.id::text as id, s.completion_id::text as "completionId", s.material_id::text as "materialId", greatest(s.qty - ${acceptedOf('s')}, 0)::text as left from ${completionSupplyFacts} s
    join ${completionFacts} c on c.tenant_id = s.tenant_id and c.id = s.completion_id and c.is_deleted = 0 and c.complete_status <> 'redone'
    where s.tenant_id = $1 and s.id = any($2::bigint[]) and s.is_deleted = 0 order by s.id`,
    [context.tenantId, lines.flatMap((line) => line.completionSuppliesId ?? [])],
  );
  return rows.map(({ id, left, ...of }) => ({ ...of, suppliesId: id, left: stepsOf(left, QTY) }));
}

/** Return the store for each place of returned pieces. */
async function storesFor(context: Context, of: Return): Promise<Readonly<Record<ReturnPlace, string>>> {
  const { warehouseType } = await context.get(warehouse, of.toWarehouseId);
  return {
    store: of.toWarehouseId,
    old: warehouseType === 'old' ? of.toWarehouseId : await context.call(storeOfPerson, { virtual: 'old' }),
    scrap: await context.call(storeOfPerson, { virtual: 'scrap' }),
  };
}

/** Return the moves of an accepted line: each piece goes to the place of its inspected condition. */
function movesOf(of: Return, line: ReturningLine, stores: Readonly<Record<ReturnPlace, string>>): Move[] {
  const checked = line.checkedStatus ?? line.materialStatus;
  const move: Move = {
    step: `returnBack:${line.id}:in`,
    lineId: line.id,
    materialId: line.materialId,
    ...(!line.isSerial && { materialStatus: line.stockStatus ?? line.materialStatus }),
    toStatus: checked,
    fromWarehouseId: vanOf(of),
    toWarehouseId: stores[returnPlaceOf(of.returnType, checked)],
    qty: line.acceptQty ?? '0',
  };
  if (!line.isSerial) return stepsOf(line.acceptQty, QTY) > 0n ? [move] : [];
  return serialsIn(line.acceptSerials)
    .toSorted()
    .map((serialNo, at) => ({ ...move, step: `${move.step}:${at + 1}`, serialNo, qty: decimalOf(1n, 0) }));
}

/** Lock the accepted serial numbers: they come before stock in the order of locks. */
async function lockSerialsOf(context: Context, lines: readonly ReturningLine[]): Promise<void> {
  const keys = lines
    .filter((line) => line.isSerial)
    .flatMap((line) => serialsIn(line.acceptSerials).map((serial) => `serial ${line.materialId} ${serial}`));
  await context.lock(...new Set(keys.toSorted()));
}

/** Take a return over: its accepted pieces leave the van, each in its inspected condition. */
export async function takeOver(context: Context, of: Return): Promise<Partial<Return>> {
  const lines = await linesOfReturn(context, of.id);
  const named = lines.filter((line) => line.completionSuppliesId);
  const again = divided(of, named, await stillOwed(context, named));
  const all = named.length ? await writeParts(context, of, again) : lines;
  const stores = await storesFor(context, of);
  await lockReturnReservations(context, all);
  await lockSerialsOf(context, all);
  await releaseInVan(context, all);
  assertPosted(
    await context.call(postStock, {
      bill: { type: 'returnBack', id: of.id, no: of.returnNo },
      moves: all.flatMap((line) => movesOf(of, line, stores)),
    }),
  );
  return { transmitTime: context.now(), ...(await queueReturn(context, of, all, stores.store)) };
}
