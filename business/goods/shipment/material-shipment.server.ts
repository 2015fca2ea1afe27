import { anyText, list, record } from '#kernel/language/calls/shape.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, implement, sql, type Context, type Reading } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { registrationFacts } from '#business/intake/registration/registration-facts.relation.ts';
import { storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { shortStock } from '../board/short/short-stock.calls.ts';
import { shortItems } from '../board/short/short-stock.server.ts';
import { storeBoard } from '../board/store-board.calls.ts';
import { storeBoardOf } from '../board/store-board.server.ts';
import { storeFigures } from '../board/figures/store-figures.calls.ts';
import { figuresOfStore } from '../board/figures/store-figures.server.ts';
import { countShipmentPrint, printShipment } from './print/goods-prints.calls.ts';
import { countGoodsPrint, shipmentPrint } from './print/goods-prints.server.ts';
import { papersAtCounter, sheetToScan, thingOf } from '../scan/scan.server.ts';
import { recordsAtCounter } from '../scan/records.server.ts';
import { counterPapers, counterRecords, scanSheet, scannedCode } from '../scan/scan.calls.ts';
import { pushShipment } from '../sap/push-shipment.server.ts';
import { assertGoodsStore } from '../apply/goods-store.server.ts';
import { lockAppliesOf } from '../apply/open-lines.server.ts';
import { refuse } from '../refusals.ts';
import { closeApplies, closeShipment } from './close.server.ts';
import { copyToApply, fromApplies } from './from-applies.server.ts';
import { handOver } from './hand-over.server.ts';
import { approveShipment, assertReady, sendShipmentBack } from './judge-shipment.server.ts';
import { materialShipmentLine } from './material-shipment-line.paper.ts';
import { copyApply, copyApplyByGet, openShipments, pushApply, shipmentSheet } from './material-shipment.calls.ts';
import { materialShipment } from './material-shipment.paper.ts';
import { offeredParts } from './offered-parts.server.ts';
import { receiveGoods, receiveOverdue } from './receive.server.ts';
import { makeRelay, relayOffer } from './relay/relay.calls.ts';
import { offeredRelay, relay } from './relay/relay.server.ts';
import { revert } from './revert.server.ts';
import { sheetOfShipment } from './shipment-sheet.server.ts';

type Shipment = Row<typeof materialShipment>;

async function saving(
  context: Context,
  { before, values }: { before: Shipment | null; values: Partial<Shipment> },
): Promise<Partial<Shipment>> {
  const all = { ...before, ...values } as Shipment;
  if (all.shipType === 'allot')
    throw refuse.allotNotOffered({
      fields: [{ field: 'shipType', words: ['调拨请用库存调整', 'Use a stock adjustment'] }],
    });
  const isSame = before && before.technicianId === all.technicianId && before.fromWarehouseId === all.fromWarehouseId;
  // A request has checked both stores already.
  if (isSame || values.toWarehouseId) return {};
  await assertGoodsStore(context, all.fromWarehouseId);
  const who = await context.get(technician, all.technicianId);
  return { toWarehouseId: await context.call(storeOfPerson, { technicianId: who.id }) };
}

/** Return shipments that are handed over and not closed, each with its lines. */
async function openOnes(
  { dispId, technicianId }: CallInputOf<typeof openShipments>,
  reading: Reading,
): Promise<CallAnswer<typeof openShipments>> {
  const rows = await reading
    .visible(materialShipment, {
      match: { documentStatus: 'transmitted', ...(technicianId && { technicianId }) },
      ...(dispId && {
        also: sql`(t.disp_id = ${dispId}::bigint or t.id in (select e.material_shipments_id from asmaterialshipmentsdetails e join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id
          join asmaterialapply a on a.tenant_id = d.tenant_id and a.id = d.materials_apply_id where e.tenant_id = ${reading.tenantId} and a.disp_id = ${dispId}::bigint and e.is_deleted = 0))`,
      }),
    })
    .words({ first: 500 });
  const lines = rows.length
    ? await reading
        .visible(materialShipmentLine, {
          query: { materialShipmentsId_in: rows.map((row) => row.id).join(',') },
          partOf: rows,
        })
        .words({ limit: 50_000 })
    : [];
  const byShipment = Map.groupBy(lines, (line) => line.materialShipmentsId);
  return rows.map((row) => ({ ...row, lines: byShipment.get(row.id) ?? [] }));
}

export default behaviour<typeof materialShipment>(materialShipment, {
  saving,
  async saved(context, { before, row }) {
    if (before || row.documentStatus !== 'submitted') return;
    await assertReady(context, row);
    await context.emit('materialShipment.submit', { id: row.id });
  },
  first: {
    sendOutTransmit: lockAppliesOf,
    revert: lockAppliesOf,
    sendOutClose: lockAppliesOf,
  },
  actions: {
    async submit(context, row) {
      await assertReady(context, row);
    },
    sendOutApproval: approveShipment,
    approvalBack: sendShipmentBack,
    sendOutTransmit: handOver,
    receive: receiveGoods,
    revert,
    sendOutClose: closeShipment,
    sendOutPush: pushShipment,
  },
  async moved(context, { by, row }) {
    if (by === 'sendOutClose') await closeApplies(context, row.id);
  },
  detailParts: {
    offeredParts: list(record({ materialId: anyText, itemCode: anyText, itemName: anyText, qty: anyText })),
  },
  detail: async (reading, row) => ({ offeredParts: await offeredParts(reading, row) }),
  computed: {
    orderCancelled: `exists (select 1 from asmaterialshipmentsdetails e join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id join asmaterialapply a on a.tenant_id = d.tenant_id and a.id = d.materials_apply_id
      join ${registrationFacts} r on r.tenant_id = a.tenant_id and r.id = a.registration_form_id where e.tenant_id = t.tenant_id and e.material_shipments_id = t.id and e.is_deleted = 0 and r.register_status = 'cancelled')`,
  },
  calls: [
    implement(openShipments, { read: openOnes }),
    implement(pushApply, { write: fromApplies }),
    implement(copyApply, { write: copyToApply }),
    implement(copyApplyByGet, { write: copyToApply }),
    implement(relayOffer, { read: offeredRelay }),
    implement(makeRelay, { write: relay }),
    implement(shipmentSheet, { book: sheetOfShipment }),
    implement(storeFigures, { read: figuresOfStore }),
    implement(shortStock, { read: shortItems }),
    implement(counterRecords, { read: recordsAtCounter }),
    implement(counterPapers, { read: papersAtCounter }),
    implement(scanSheet, { read: sheetToScan }),
    implement(scannedCode, { read: thingOf }),
    implement(storeBoard, { read: storeBoardOf }),
    implement(printShipment, { read: shipmentPrint }),
    implement(countShipmentPrint, { write: ({ id }, context) => countGoodsPrint(context, materialShipment, id) }),
  ],
  timed: { receiveOverdue: { cron: '40 1 * * *', work: receiveOverdue } },
});
