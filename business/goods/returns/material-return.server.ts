import type { Refusal } from '#kernel/language/refusal.ts';
import { behaviour, byLines, implement, type Context } from '#kernel/server';
import { phoneTime } from '#business/dispatch/visit/visit-hands.server.ts';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { warehouse } from '#business/materials/stores/warehouse.paper.ts';
import { countReturnPrint, printReturn } from '../shipment/print/goods-prints.calls.ts';
import { countGoodsPrint, returnPrint } from '../shipment/print/goods-prints.server.ts';
import { refuse } from '../refusals.ts';
import { SAP_DONE } from '../sap/sap-states.rules.ts';
import { inspectReturn, sendReturnBack } from './inspect.server.ts';
import { materialReturnLine } from './material-return-line.paper.ts';
import { oldPartsOwed, proposedReturn } from './material-return.calls.ts';
import { materialReturn } from './material-return.paper.ts';
import { oldPartsDue } from './old-parts-due.server.ts';
import { owedParts, proposal } from './propose.server.ts';
import {
  type Return,
  assertSerialCount,
  assertSerialsInVan,
  bookedConditions,
  linesOfReturn,
  lockReturnReservations,
  reserveInVan,
} from './return-lines.server.ts';
import { lockCompletionsOf, takeOver } from './take-over.server.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';

/** Refuse a technician's return for another technician; inspectors may write it. */
async function assertForWhom(context: Context, technicianId: string): Promise<void> {
  const [self] = await context.find(technician, { userId: context.person.id }, { first: 1 });
  if (self && self.id !== technicianId && !context.may('asreturnedmaterials_sendOutExamine'))
    throw refuse.returnOfAnother();
}

/** Refuse drafts of others to a technician who does not inspect returns: the store or the product proposed them. */
async function draftsOfOthers(context: Context, rows: readonly Return[]): Promise<ReadonlyMap<string, Refusal>> {
  const [self] = await context.find(technician, { userId: context.person.id }, { first: 1 });
  const isFree = !self || context.may('asreturnedmaterials_sendOutExamine');
  const others = isFree ? [] : rows.filter((row) => row.createUser !== context.person.id);
  return new Map(others.map((row) => [row.id, refuse.draftOfAnother({ no: row.returnNo })]));
}

/** Refuse a warehouse that takes no returns. */
async function assertReturnStore(context: Context, warehouseId: string): Promise<void> {
  if (!['main', 'area', 'old'].includes((await context.get(warehouse, warehouseId)).warehouseType))
    throw refuse.returnStoreNeeded({
      fields: [{ field: 'toWarehouseId', words: ['请选择总仓、区域仓或旧件库', 'A main, area or old-part warehouse'] }],
    });
}

/** Check a return, and reserve what it takes out of the van. */
async function reserveReturn(context: Context, of: Return): Promise<void> {
  const lines = await linesOfReturn(context, of.id);
  await lockReturnReservations(context, lines);
  for (const line of lines) if (line.isSerial) assertSerialCount(line, line.returnQty, serialsIn(line.serialNos));
  await assertSerialsInVan(context, of, lines);
  const booked = await bookedConditions(context, of, lines);
  await context.touch(
    materialReturnLine,
    lines.map((line) => ({ id: line.id, stockStatus: booked.get(line.id) ?? null })),
  );
  const ready = lines.map((line) => ({ ...line, stockStatus: booked.get(line.id) ?? null }));
  await reserveInVan(context, of, ready, (line) => line.returnQty);
}

export default behaviour<typeof materialReturn>(materialReturn, {
  async saving(context, { before, values, extra, byHand }) {
    const all = { ...before, ...values } as Return;
    await assertReturnStore(context, all.toWarehouseId);
    if (byHand) await assertForWhom(context, all.technicianId);
    const isSubmitted = !before && all.documentStatus === 'submitted';
    return {
      fromWarehouseId: await context.call(storeOfPerson, { technicianId: all.technicianId }),
      ...(isSubmitted && { submitTime: phoneTime(context, extra?.at) }),
    };
  },
  async saved(context, { before, row }) {
    if (before || row.documentStatus !== 'submitted') return;
    await reserveReturn(context, row);
    await context.emit('materialReturn.submit', { id: row.id });
  },
  staying: draftsOfOthers,
  first: { sendOutTransmit: lockCompletionsOf },
  actions: {
    async submit(context, row, { at }) {
      await reserveReturn(context, row);
      return { submitTime: phoneTime(context, at) };
    },
    sendOutExamine: inspectReturn,
    sendBack: sendReturnBack,
    sendOutTransmit: takeOver,
    async sendOutClose(context, row) {
      if (!SAP_DONE.includes(row.sapStatus ?? 'notNeeded')) throw refuse.sapOpen();
      return { closeTime: context.now() };
    },
  },
  filters: {
    completionId: byLines(materialReturnLine, 'returnId', 'completionId'),
    materialId: byLines(materialReturnLine, 'returnId', 'materialId'),
  },
  timed: { oldPartsDue: { cron: '40 7 * * *', work: oldPartsDue } },
  calls: [
    implement(oldPartsOwed, { read: owedParts }),
    implement(proposedReturn, { read: proposal }),
    implement(printReturn, { read: returnPrint }),
    implement(countReturnPrint, { write: ({ id }, context) => countGoodsPrint(context, materialReturn, id) }),
  ],
});
