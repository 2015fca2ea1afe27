import { list, of } from '#kernel/language/calls/shape.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import type { Row } from '#kernel/language/paper.ts';
import { sql, behaviour, implement, type Context, type Reading } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { phoneTime } from '#business/dispatch/visit/visit-hands.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { storeOfPerson } from '#business/materials/stores/posting.service.ts';
import { readOwnGoods } from '../phone/own-goods.calls.ts';
import { ownGoods } from '../phone/own-goods.server.ts';
import { refuse } from '../refusals.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { LACKS } from '../board/lacking.server.ts';
import { countApplyPrint, printApply } from '../shipment/print/goods-prints.calls.ts';
import { applyPrint, countGoodsPrint } from '../shipment/print/goods-prints.server.ts';
import { closeLines } from './close-lines.server.ts';
import { type Apply, approveLines } from './examine.server.ts';
import { assertGoodsStore } from './goods-store.server.ts';
import { examinePage, usualStock } from './material-apply.calls.ts';
import { materialApply } from './material-apply.paper.ts';
import { assertOldPartsReturned } from './old-parts.server.ts';
import { publishApply } from './publish.server.ts';
import { usualStockOf } from './usual.server.ts';

/** Refuse a technician's request for somebody else; examiners may write it. */
async function assertForWhom(context: Context, technicianId: string): Promise<void> {
  const [self] = await context.find(technician, { userId: context.person.id }, { first: 1 });
  if (self && self.id !== technicianId && !context.may('asmaterialapply_examine')) throw refuse.applyOfAnother();
}

/** Return the order of a request: the named one, or that of the dispatch form. */
async function orderFor(context: Context, all: Apply): Promise<Row<typeof registration> | null> {
  const id = all.dispId ? (await context.get(dispatchForm, all.dispId)).registrationFormId : all.registrationFormId;
  return id ? context.get(registration, id) : null;
}

/** Return what a request copies from its order. */
async function copiedFromOrder(context: Context, all: Apply): Promise<Partial<Apply>> {
  const order = await orderFor(context, all);
  if (!order) return { registrationFormId: null, customerName: null, weibao: null };
  const { id: registrationFormId, customerName, weibao } = order;
  return { registrationFormId, customerName, weibao, dispId: all.dispId ?? order.dispId };
}

async function saving(
  context: Context,
  {
    before,
    values,
    extra,
    byHand,
  }: { before: Apply | null; values: Partial<Apply>; extra: { readonly at: string | null } | null; byHand: boolean },
): Promise<Partial<Apply>> {
  const all = { ...before, ...values } as Apply;
  await assertGoodsStore(context, all.fromWarehouseId);
  if (byHand) await assertForWhom(context, all.technicianId);
  const who = await context.get(technician, all.technicianId);
  const toWarehouseId = await context.call(storeOfPerson, { technicianId: who.id });
  const isSubmitted = !before && all.documentStatus === 'submitted';
  if (isSubmitted) await assertOldPartsReturned(context, toWarehouseId);
  return {
    deptId: who.deptId,
    toWarehouseId,
    ...(isSubmitted && { applyTime: phoneTime(context, extra?.at) }),
    ...(await copiedFromOrder(context, all)),
  };
}

/** Return the shipments of a request, as the reader may see them. */
const shipmentsOf = (reading: Reading, row: Apply) =>
  reading
    .visible(materialShipment, {
      also: sql`t.id in (select e.material_shipments_id from asmaterialshipmentsdetails e join asmaterialapplydetails d on d.tenant_id = e.tenant_id and d.id = e.apply_detail_id where e.tenant_id = ${row.tenantId} and d.materials_apply_id = ${row.id}::bigint and e.is_deleted = 0)`,
    })
    .words({ limit: 100 });

export default behaviour<typeof materialApply>(materialApply, {
  saving,
  async saved(context, { before, row }) {
    if (!before && row.documentStatus === 'submitted') await context.emit('materialApply.submit', { id: row.id });
  },
  actions: {
    async submit(context, row, { at }) {
      await assertOldPartsReturned(context, await context.call(storeOfPerson, { technicianId: row.technicianId }));
      return { applyTime: phoneTime(context, at) };
    },
    async examine(context, row, { lines, note }) {
      await approveLines(context, row, lines ?? []);
      return { examineUser: context.person.id, examineTime: context.now(), examineNote: note };
    },
    sendBack: async (context, _row, { note }) => ({
      examineUser: context.person.id,
      examineTime: context.now(),
      examineNote: note,
    }),
    publish: publishApply,
    closeLines: (context, row, { reason }) => closeLines(context, row, reason),
  },
  detailParts: { shipments: list(of(materialShipment)) },
  detail: async (reading, row) => ({ shipments: await shipmentsOf(reading, row) }),
  filters: {
    // Requests to examine, and those that this person examined.
    examinable: {
      reads: materialApply.fields.examineUser,
      sql: "(t.document_status = 'submitted' or t.examine_user::text = $)",
    },
    lacksStock: {
      reads: flag(['答应了还缺', 'Promised, not in stock']),
      sql: `(${LACKS} or $ <> 'true')`,
    },
  },
  calls: [
    implement(examinePage, {
      read: ({ current, size, filters }, reading) =>
        reading.visible(materialApply).page({ ...filters, examinable: reading.person.id, current, size }),
    }),
    implement(usualStock, { read: usualStockOf }),
    implement(readOwnGoods, { read: (_asked, reading) => ownGoods(reading) }),
    implement(printApply, { read: applyPrint }),
    implement(countApplyPrint, { write: ({ id }, context) => countGoodsPrint(context, materialApply, id) }),
  ],
});
