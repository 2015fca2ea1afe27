import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { behaviour, type Context } from '#kernel/server';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { refuse as refuseStock } from '#business/materials/refusals.ts';
import { refuse } from '../refusals.ts';
import { type Tool, assertInStore, isSinglePiece, quantityOf } from './tool-counts.server.ts';
import { tool } from './tool.paper.ts';
import { availableOf } from './tool.rules.ts';
import { calibrationDueSql, toolsDue } from './tools-due.server.ts';

const plus = (qty: string | null, more: bigint): string => decimalOf(stepsOf(qty, QTY) + more, QTY);

/** Refuse quantities that contradict each other, and a single tool without a number. */
function assertWhole(of: Tool): void {
  if (isSinglePiece(of) && (stepsOf(of.totalQty, QTY) !== 10n ** BigInt(QTY) || !of.serialNo))
    throw refuse.singleTool({
      fields: [
        { field: 'serialNo', words: ['填写出厂编号，数量为 1', 'Fill in the serial number; the quantity is 1'] },
      ],
    });
  if (stepsOf(of.totalQty, QTY) <= 0n || availableOf(of) < 0n) throw refuse.toolQuantity({ tool: of.toolName });
  if (of.needCalibrate && !of.calibrateDue)
    throw refuse.calibrationDay({ fields: [{ field: 'calibrateDue', words: ['请填写校准到期', 'Fill in the day'] }] });
}

/** Refuse a warehouse that stores no tools. */
async function assertToolStore(context: Context, id: string): Promise<void> {
  if (!['main', 'area'].includes((await context.get(warehouse, id)).warehouseType))
    throw refuse.toolStore({
      fields: [{ field: 'warehouseId', words: ['请选择总仓或区域仓', 'A main or area warehouse'] }],
    });
}

/** Send a tool away: a single one changes its state, of others a quantity is in repair. */
function sendAway(of: Tool, { to, qty }: { readonly to: string; readonly qty: string | null }): Partial<Tool> {
  if (to !== 'repairing' && to !== 'calibrating') throw refuse.toolSentWhere();
  const away = quantityOf(of, qty);
  assertInStore(of, away);
  return { repairQty: plus(of.repairQty, away), toolStatus: isSinglePiece(of) ? to : 'inStock' };
}

/** Take a tool back from repair or calibration. */
function takeBack(of: Tool, { qty }: { readonly qty: string | null }): Partial<Tool> {
  const back = quantityOf(of, qty);
  if (back > stepsOf(of.repairQty, QTY))
    throw refuse.toolNotAway({ tool: of.toolName, n: quantityText(of.repairQty ?? '0') });
  return { repairQty: plus(of.repairQty, -back) };
}

/** Scrap a tool; of several pieces those in repair first. Above the limit the manager decides. */
async function scrap(
  context: Context,
  of: Tool,
  { reason, qty }: { readonly reason: string; readonly qty: string | null },
): Promise<Partial<Tool>> {
  const gone = quantityOf(of, qty);
  const away = stepsOf(of.repairQty, QTY);
  const fromAway = gone < away ? gone : away;
  assertInStore(of, gone - fromAway);
  const limit = (await context.parameter('as.stock.adjustLimit')) || '0';
  if (stepsOf(of.purchasePrice, 2) * gone > stepsOf(limit, 2) * 10n ** BigInt(QTY))
    context.need('astool_scrapAbove', refuseStock.aboveLimit({ limit: quantityText(limit) }));
  const scrapQty = plus(of.scrapQty, gone);
  const isAll = stepsOf(scrapQty, QTY) === stepsOf(of.totalQty, QTY);
  return {
    scrapQty,
    repairQty: plus(of.repairQty, -fromAway),
    scrapReason: reason,
    toolStatus: isAll ? 'scrapped' : 'inStock',
  };
}

export default behaviour<typeof tool>(tool, {
  async saving(context, { before, values }) {
    const all = { ...before, ...values } as Tool;
    assertWhole(all);
    if (values.warehouseId) await assertToolStore(context, values.warehouseId);
    if (
      before &&
      values.trackMode &&
      values.trackMode !== before.trackMode &&
      availableOf(before) !== stepsOf(before.totalQty, QTY)
    )
      throw refuse.toolInUse({ tool: before.toolName });
    return before ? {} : { outQty: '0.000', lostQty: '0.000', repairQty: '0.000', scrapQty: '0.000' };
  },
  actions: {
    send: async (_context, row, input) => sendAway(row, input),
    back: async (_context, row, input) => takeBack(row, input),
    async calibrated(context, row, { calibrateDue }) {
      if (calibrateDue <= context.today()) throw refuse.calibrationDay();
      const isAway = row.toolStatus === 'calibrating';
      return { calibrateDue, needCalibrate: true, ...(isAway && takeBack(row, { qty: null })) };
    },
    scrap,
  },
  computed: {
    calibrationDue: calibrationDueSql('$today'),
    availableQty:
      't.total_qty - coalesce(t.out_qty, 0) - coalesce(t.lost_qty, 0) - coalesce(t.repair_qty, 0) - coalesce(t.scrap_qty, 0)',
  },
  filters: {
    calibrationDue: { reads: tool.fields.calibrationDue, sql: `${calibrationDueSql('$today')} = ($ = 'true')` },
  },
  timed: { toolsDue: { cron: '30 7 * * *', work: toolsDue } },
});
