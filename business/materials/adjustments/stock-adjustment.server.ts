import { stepsOf } from '#kernel/language/exact.ts';
import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { QTY, assertPosted, quantityText, virtualTypes } from '../stores/posting.rules.ts';
import { postMoves } from '../stores/posting.server.ts';
import type { Move } from '../stores/posting.service.ts';
import { warehouse } from '../stores/warehouse.paper.ts';
import { findStore } from '../stores/warehouse.server.ts';
import { serialDifference, worth } from './adjustment-line.rules.ts';
import { serialsIn } from '../stores/posting/serials.rules.ts';
import { completed, sumUp } from './stock-adjustment-line.server.ts';
import { stockAdjustmentLine } from './stock-adjustment-line.paper.ts';
import { stockAdjustment } from './stock-adjustment.paper.ts';

type Header = Row<typeof stockAdjustment>;
type Line = Row<typeof stockAdjustmentLine>;

const MAX_LINES = 1000;
const linesOf = (context: Context, header: Header): Promise<Line[]> =>
  context.find(stockAdjustmentLine, { adjustId: header.id }, { limit: MAX_LINES });

async function assertStores(context: Context, header: Header): Promise<void> {
  const transfer = header.adjustType === 'transfer';
  if (transfer && (!header.toWarehouseId || header.toWarehouseId === header.warehouseId)) throw refuse.transferTarget();
  for (const id of [header.warehouseId, transfer ? header.toWarehouseId : null]) {
    if (id && virtualTypes.includes((await context.get(warehouse, id)).warehouseType)) throw refuse.realStoreNeeded();
  }
}

/** Refuse a purchase without the document of its supplier, and in a store that receives its goods by SAP. */
async function assertPurchase(context: Context, header: Header): Promise<void> {
  if (header.adjustType !== 'purchase') return;
  if (!header.supplierDoc?.trim())
    throw refuse.supplierDocNeeded({
      fields: [{ field: 'supplierDoc', words: ['请填写供应商单据号', 'Fill in the document of the supplier'] }],
    });
  if ((await context.get(warehouse, header.warehouseId)).sapWhsCode) throw refuse.purchaseBySap();
}

/** Refuse an approval above the company's limit without the manager's button. */
async function assertApprover(context: Context, header: Header, lines: readonly Line[]): Promise<void> {
  const limit = (await context.parameter('as.stock.adjustLimit')) || '0';
  const value = lines.reduce((sum, line) => sum + stepsOf(worth(line.qty, line.unitCost), 2), 0n);
  if (value > stepsOf(limit, 2))
    context.need('asstockadjust_approveAbove', refuse.aboveLimit({ limit: quantityText(limit) }));
}

/** Refuse two lines of the same item and condition, which would be posted twice. */
function assertOnce(lines: readonly Line[]): void {
  const seen = new Set<string>();
  for (const line of lines) {
    const key = `${line.materialId} ${line.materialStatus}`;
    if (seen.has(key)) throw refuse.lineTwice({ item: line.itemName ?? '' });
    seen.add(key);
  }
}

/**
 * Refuse an opening balance of an item that already moved in this store and condition. A lock per store makes opening
 * balances wait for each other.
 */
async function assertNeverMoved(context: Context, header: Header, lines: readonly Line[]): Promise<void> {
  await context.lock(`opening ${header.warehouseId}`);
  const [moved] = await context.sql.query<{ name: string }>(
    `select i.item_name as name from unnest($3::bigint[], $4::text[]) as k(m, s) join asbasematerial i on i.id = k.m
    where exists (select 1 from asstockledger l where l.tenant_id = $1 and l.material_id = k.m and l.is_deleted = 0
      and ((l.from_warehouse_id = $2::bigint and l.material_status = k.s) or (l.to_warehouse_id = $2::bigint and coalesce(l.to_material_status, l.material_status) = k.s))) limit 1`,
    [
      context.tenantId,
      header.warehouseId,
      lines.map((line) => line.materialId),
      lines.map((line) => line.materialStatus),
    ],
  );
  if (moved) throw refuse.openingHasMoves({ item: moved.name });
}

/** Source and target of a line; a negative quantity swaps them. */
interface Way {
  readonly from: string;
  readonly to: string;
}

const step = (line: Line, way: Way, qty: string, serialNo: string | null): Move => ({
  step: `stockAdjustment:${line.id}:post${serialNo ? `:${serialNo}` : ''}`,
  lineId: line.id,
  materialId: line.materialId,
  materialStatus: line.materialStatus,
  serialNo,
  fromWarehouseId: way.from,
  toWarehouseId: way.to,
  qty,
  unitCost: line.unitCost,
});

const back = (way: Way): Way => ({ from: way.to, to: way.from });

function quantityMove(line: Line, way: Way): Move[] {
  const qty = must(line.qty, 'qty');
  if (stepsOf(qty, QTY) === 0n) return [];
  return qty.startsWith('-')
    ? [{ ...step(line, back(way), qty.slice(1), null), unitCost: null }]
    : [step(line, way, qty, null)];
}

async function serialMoves(context: Context, header: Header, line: Line, way: Way): Promise<Move[]> {
  const serials = serialsIn(line.serialNos);
  const qty = header.adjustType === 'count' ? must(line.countQty, 'countQty') : must(line.qty, 'qty');
  if (stepsOf(qty, QTY) !== BigInt(serials.length) * 10n ** BigInt(QTY))
    throw refuse.serialsUneven({ item: line.itemName ?? '', n: quantityText(qty) });
  if (header.adjustType !== 'count') return serials.map((one) => step(line, way, '1', one));
  const book = await context.sql.query<{ n: string }>(
    'select serial_no as n from asstock where tenant_id = $1 and warehouse_id = $2 and material_id = $3 and material_status = $4 and on_hand > 0 and is_deleted = 0',
    [context.tenantId, header.warehouseId, line.materialId, line.materialStatus],
  );
  const { missing, found } = serialDifference(
    book.map((one) => one.n),
    serials,
  );
  return [
    ...missing.map((one) => ({ ...step(line, back(way), '1', one), unitCost: null })),
    ...found.map((one) => step(line, way, '1', one)),
  ];
}

/** Return the places between which an adjustment moves goods. */
async function wayOf(context: Context, { adjustType, warehouseId, toWarehouseId }: Header): Promise<Way> {
  if (adjustType === 'transfer') return { from: warehouseId, to: must(toWarehouseId, 'toWarehouseId') };
  const virtual = adjustType === 'purchase' ? 'supplier' : 'adjust';
  return { from: await findStore(context, { virtual }), to: warehouseId };
}

async function movesOf(context: Context, header: Header, lines: readonly Line[]): Promise<Move[]> {
  const way = await wayOf(context, header);
  const serial = new Set(
    (
      await context.sql.query<{ id: string }>(
        "select id::text as id from asbasematerial where tenant_id = $1 and id = any($2::bigint[]) and track_mode = 'serial'",
        [context.tenantId, lines.map((line) => line.materialId)],
      )
    ).map((row) => row.id),
  );
  const moves: Move[] = [];
  for (const line of lines)
    moves.push(
      ...(serial.has(line.materialId) ? await serialMoves(context, header, line, way) : quantityMove(line, way)),
    );
  // A transfer uses the cost of its source.
  return header.adjustType === 'transfer' ? moves.map((move) => ({ ...move, unitCost: null })) : moves;
}

const billTypes = { open: 'open', count: 'adjust', transfer: 'transfer', purchase: 'purchase' } as const;

export default behaviour<typeof stockAdjustment>(stockAdjustment, {
  async saving(context, { before, values }) {
    const header = { ...before, ...values } as Header;
    await assertStores(context, header);
    await assertPurchase(context, header);
  },
  async saved(context, { before, row }) {
    // The balances of the lines belong to the old store or type, so compute them again.
    if (before && (before.warehouseId !== row.warehouseId || before.adjustType !== row.adjustType)) {
      for (const line of await linesOf(context, row))
        await context.change(stockAdjustmentLine, line.id, await completed(context, row, line));
    }
    await sumUp(context, [row.id]);
    return {};
  },
  actions: {
    async approve(context, row, { note }) {
      await assertStores(context, row);
      await assertPurchase(context, row);
      const lines = await linesOf(context, row);
      assertOnce(lines);
      await assertApprover(context, row, lines);
      if (row.adjustType === 'open') await assertNeverMoved(context, row, lines);
      assertPosted(
        await postMoves(context, {
          bill: { type: billTypes[row.adjustType], id: row.id, no: row.adjustNo },
          moves: await movesOf(context, row, lines),
          postDate: row.postDate,
        }),
      );
      return { approveUser: context.person.id, approveTime: context.now(), approveNote: note };
    },
  },
});
