import type { Answer } from '#kernel/testing/test-server.ts';
import { StoreSite, dataOf, shipmentPath } from './store-site.ts';

type Body = Record<string, unknown>;

const at = 'blade-maintenance/webApi';
export const returnPath = `${at}/asreturnedmaterials`;
export const flowPath = `${at}/assapwarehouseflow`;

/** Set a parameter of the company. */
export async function setParameter(site: StoreSite, key: string, value: string): Promise<void> {
  const boss = await site.server.as('administrator');
  const [row] = await site.server.tables<{ id: string }>(
    "select id::text as id from blade_param where param_key = $1 and tenant_id = '000000' and is_deleted = 0",
    [key],
  );
  const body = { id: row?.id, paramKey: key, paramName: key, paramValue: value };
  dataOf(await boss.post('blade-system/param/submit', body));
}

/** Hand goods over to the van of the technician of a site. */
export async function inVan(site: StoreSite, materialId: string, qty: string, serialNos?: string): Promise<string> {
  const { shipmentId } = await site.released([{ materialId, applyQty: qty }]);
  if (serialNos) {
    const lines = (await site.shipment(shipmentId)).lines.map((line: Body) => ({ ...line, serialNos }));
    dataOf(await site.people.store.post(`${shipmentPath}/submit`, { id: shipmentId, draft: true, lines }));
  }
  await site.approved(shipmentId);
  dataOf(await site.handedOver(shipmentId));
  return shipmentId;
}

/** Return the body of a return. */
export const returned = (site: StoreSite, lines: readonly Body[], more: Body = {}): Body => ({
  returnType: 'unused',
  technicianId: site.technicianId,
  toWarehouseId: site.main,
  lines: lines.map((line) => ({ materialStatus: 'good', returnReason: 'surplus', ...line })),
  ...more,
});

/** Return what stores have of a material, by type of store and condition. */
export async function placesOf(site: StoreSite, materialId: string): Promise<Record<string, number>> {
  const rows = await site.server.tables<{ place: string; qty: string }>(
    "select w.warehouse_type || ' ' || s.material_status as place, sum(s.on_hand)::text as qty from asstock s join aswarehouse w on w.id = s.warehouse_id where s.material_id = $1 and s.on_hand <> 0 and w.warehouse_type not in ('adjust', 'customer', 'supplier') group by 1 order by 1",
    [materialId],
  );
  return Object.fromEntries(rows.map((row) => [row.place, Number(row.qty)]));
}

export const returnOf = async (site: StoreSite, id: string): Promise<Answer['data']> =>
  dataOf(await site.people.store.get(`${returnPath}/detail`, { id }));

/** Inspect a return; all lines are accepted as declared unless `lines` say otherwise. */
export const inspect = (site: StoreSite, id: string, lines?: readonly Body[]): Promise<Answer> =>
  site.people.store.post(`${returnPath}/sendOutExamine`, { id, pass: 'true', lines, note: '已检' });

export const takenOver = (site: StoreSite, ids: string): Promise<Answer> =>
  site.people.store.post(`${returnPath}/sendOutTransmit`, { ids });
