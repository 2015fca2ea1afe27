import type { Queued } from '#business/mobile/steps.rules.ts';
import type { HeldStock, OwnReturn } from '../phone/returns/own-returns.calls.ts';
import type { HeldTool } from '../phone/tools/own-tools.calls.ts';
import type { OwnGoods } from '../phone/own-goods.calls.ts';

/** Return the goods of a technician, empty but for what a test names. */
export const goodsOf = (more: Partial<OwnGoods> = {}): OwnGoods => ({
  technicianId: '1',
  stores: [],
  coming: [],
  orders: [],
  requests: [],
  oldParts: [],
  oldPartDays: 15,
  oldPartLimit: 5,
  held: [],
  shipments: [],
  returns: [],
  usual: [],
  tools: [],
  storedTools: [],
  toolRequests: [],
  mayRequest: true,
  mayReturn: true,
  mayApply: true,
  blocksTools: true,
  ...more,
});

/** Return free stock of a van. */
export const stockOf = (materialId: string, qty: string, more: Partial<HeldStock> = {}): HeldStock => ({
  materialId,
  itemCode: `IT-${materialId}`,
  itemName: `件${materialId}`,
  barcode: `690${materialId}`,
  materialStatus: 'good',
  serialNos: '',
  isSerial: false,
  qty,
  ...more,
});

/** Return an old part that is owed. */
export const owedPartOf = (
  suppliesId: string,
  materialId: string,
  qty: string,
  more: Partial<OwnGoods['oldParts'][number]> = {},
): OwnGoods['oldParts'][number] => ({
  suppliesId,
  materialId,
  itemCode: `IT-${materialId}`,
  itemName: `件${materialId}`,
  qty,
  underWay: '0.000',
  since: '2026-11-15',
  left: 6,
  customerName: '赵敏',
  maker: null,
  ...more,
});

/** Return a return as the phone shows it. */
export const ownReturnOf = (id: string, more: Partial<OwnReturn> = {}): OwnReturn => ({
  id,
  version: 1,
  returnNo: `TL${id}`,
  returnType: 'unused',
  documentStatus: 'draft',
  toWarehouseId: '7',
  materialShipmentsId: null,
  examineNote: null,
  remark: null,
  mayRemove: true,
  since: '2026-11-24 09:00:00',
  lines: [],
  ...more,
});

/** Return a line of a stored return. */
export const returnLineOf = (
  id: string,
  materialId: string,
  more: Partial<OwnReturn['lines'][number]> = {},
): OwnReturn['lines'][number] => ({
  id,
  materialId,
  itemCode: `IT-${materialId}`,
  itemName: `件${materialId}`,
  materialStatus: 'good',
  serialNos: '',
  returnQty: '1.000',
  acceptQty: null,
  completionSuppliesId: null,
  returnReason: 'surplus',
  maker: null,
  ...more,
});

/** Return a tool that a technician has. */
export const heldToolOf = (id: string, dueDay: string | null, more: Partial<HeldTool> = {}): HeldTool => ({
  id,
  toolApplyId: `a${id}`,
  toolApplyNo: `GJ${id}`,
  toolCode: `T-${id}`,
  toolName: `工具${id}`,
  serialNo: null,
  qty: '1.000',
  dueDay,
  isPermanent: dueDay === null,
  calibrateDue: null,
  outPhotos: 0,
  returnPhotos: 0,
  outPhoto: [],
  ...more,
});

/** Return a step of the phone's queue. */
export const stepOf = (name: string, more: Partial<Queued> = {}): Queued => ({
  matter: 'm',
  name,
  at: '2026-11-24 10:00:00',
  state: 'waiting',
  body: {},
  facts: {},
  ...more,
});
