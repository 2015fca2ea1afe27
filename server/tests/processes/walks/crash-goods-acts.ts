import { type CrashAccount, type Man, made } from '../../crash-company.ts';
import { type WalkBody, type WalkRow, type WalkAct, randomBelow, pick, someOf as someRow } from './crash-walk.ts';

/** Pieces of each material in the main store. */
const STOCK = 5000;
/** Pieces of each material in each van. */
const IN_VAN = 60;
const at = 'blade-maintenance/webApi';
const APPLY = `${at}/asmaterialapply`;
const SHIP = `${at}/asmaterialshipments`;
const RETURN = `${at}/asreturnedmaterials`;
const TOOL_APPLY = `${at}/astoolapply`;
const COURIER = { shipWay: 'courier', carrier: '顺丰', trackingNo: 'SF123' };

/** A company with a store, vans, materials and tools, and its people. */
export interface GoodsSite {
  base: string;
  readonly keepers: readonly CrashAccount[];
  readonly judge: CrashAccount;
  readonly men: readonly Man[];
  readonly store: string;
  readonly items: readonly string[];
  readonly tools: readonly string[];
}

type Stocked = Pick<GoodsSite, 'base' | 'keepers' | 'judge' | 'items'>;

/** Enter and approve the opening stock of a warehouse. */
export async function opened(site: Stocked, warehouseId: string, qty: number): Promise<void> {
  const { id } = await made(site.base, site.keepers[0].token, `${at}/asstockadjust/submit`, {
    adjustType: 'open',
    postDate: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
    reason: '期初建账',
    warehouseId,
    lines: site.items.map((materialId) => ({ materialId, qty: String(qty), unitCost: '0.5' })),
  });
  await made(site.base, site.judge.token, `${at}/asstockadjust/approve`, { ids: id, note: '同意' });
}

/** Create materials, tools and their stock. */
export async function stocked(
  of: Omit<GoodsSite, 'store' | 'items' | 'tools'>,
  token: string,
): Promise<Pick<GoodsSite, 'store' | 'items' | 'tools'>> {
  const { id: store } = await made(of.base, token, `${at}/aswarehouse/submit`, {
    warehouseCode: 'CK-01',
    warehouseName: '总仓',
    warehouseType: 'main',
  });
  const items: string[] = [];
  const tools: string[] = [];
  for (const n of [1, 2, 3]) {
    const item = { itemCode: `PART-${n}`, itemName: `配件${n}`, itmsGrpNam: '水泵', materialType: 'part', unit: 'pcs' };
    const prices = { salePrice: '18', costPrice: '1', trackMode: 'qty' };
    items.push((await made(of.base, token, `${at}/asbasematerial/submit`, { ...item, ...prices })).id);
    const single = n === 1 ? { trackMode: 'qty', totalQty: '8' } : { trackMode: 'serial', totalQty: '1' };
    const tool = { toolCode: `GJ-${n}`, toolName: `工具${n}`, toolCategory: 'hand', unit: 'pcs', warehouseId: store };
    const body = { ...tool, ...single, ...(n > 1 && { serialNo: `W-${n}` }), needCalibrate: false };
    tools.push((await made(of.base, of.keepers[0].token, `${at}/astool/submit`, body)).id);
  }
  await opened({ ...of, items }, store, STOCK);
  for (const { van } of of.men) await opened({ ...of, items }, van, IN_VAN);
  return { store, items, tools };
}

/** Return a row of a list, in any of the states that its rows have. */
const someOf = (site: GoodsSite, who: CrashAccount, path: string): Promise<WalkRow | undefined> =>
  someRow(site.base, who, `${path}/list`, (row) => row.documentStatus ?? row.toolApplyStatus);

/** Return an act on requests or shipments. */
async function outward(site: GoodsSite, who: CrashAccount): Promise<WalkAct> {
  const [apply, shipment] = [await someOf(site, who, APPLY), await someOf(site, who, SHIP)];
  const man = pick(site.men);
  const mine = site.men.find((one) => one.technicianId === shipment?.technicianId) ?? man;
  const ids = { apply: apply?.id ?? '1', shipment: shipment?.id ?? '1' };
  const keeper = pick(site.keepers);
  const request = {
    applyType: 'stockUp',
    technicianId: man.technicianId,
    fromWarehouseId: site.store,
    needDate: '2026-12-01',
    urgency: 'normal',
    lines: [1, 2].map(() => ({ materialId: pick(site.items), applyQty: String(1 + randomBelow(3)) })),
  };
  const { judge } = site;
  return pick([
    { who: man, path: `${APPLY}/submit`, body: request },
    { who: man, path: `${APPLY}/save`, body: request },
    { who: judge, path: `${APPLY}/update`, body: { id: ids.apply, action: 'examine', pass: 'true', note: '同意' } },
    { who: judge, path: `${APPLY}/update`, body: { id: ids.apply, action: 'examine', pass: 'true', note: '同意' } },
    { who: keeper, path: `${APPLY}/publish`, body: { ids: ids.apply } },
    { who: keeper, path: `${APPLY}/update`, body: { id: ids.apply, action: 'closeLines', reason: '不需要' } },
    { who: keeper, path: `${SHIP}/pushApply`, body: { materialApplyIds: [ids.apply] } },
    { who: keeper, path: `${SHIP}/act`, body: { id: ids.shipment, action: 'submit' } },
    { who: judge, path: `${SHIP}/sendOutApproval`, body: { ids: ids.shipment, note: '可发' } },
    { who: judge, path: `${SHIP}/sendOutApproval`, body: { ids: ids.shipment, note: '可发' } },
    { who: keeper, path: `${SHIP}/sendOutTransmit`, body: { ids: ids.shipment, ...(randomBelow(2) ? COURIER : {}) } },
    { who: mine, path: `${SHIP}/receive`, body: { id: ids.shipment } },
    { who: judge, path: `${SHIP}/revert`, body: { id: ids.shipment, reason: '发错' } },
    { who: keeper, path: `${SHIP}/sendOutClose`, body: { ids: ids.shipment, reason: '丢失' } },
  ]);
}

/** Return an act on returns. */
async function inward(site: GoodsSite, who: CrashAccount): Promise<WalkAct> {
  const row = await someOf(site, who, RETURN);
  const id = row?.id ?? '1';
  const man = pick(site.men);
  const mine = site.men.find((one) => one.technicianId === row?.technicianId) ?? man;
  const keeper = pick(site.keepers);
  const written = {
    returnType: 'unused',
    technicianId: man.technicianId,
    toWarehouseId: site.store,
    lines: [1, 2].map(() => ({
      materialId: pick(site.items),
      materialStatus: 'good',
      returnReason: 'surplus',
      returnQty: String(1 + randomBelow(2)),
    })),
  };
  return pick([
    { who: man, path: `${RETURN}/submit`, body: written },
    { who: mine, path: `${RETURN}/submit`, body: { id, action: 'submit' } },
    { who: keeper, path: `${RETURN}/sendOutExamine`, body: { id, pass: 'true', note: '已检' } },
    {
      who: keeper,
      path: `${RETURN}/sendOutExamine`,
      body: { id, pass: randomBelow(4) ? 'true' : 'false', note: '再查' },
    },
    { who: keeper, path: `${RETURN}/sendOutTransmit`, body: { ids: id } },
    { who: keeper, path: `${RETURN}/sendOutTransmit`, body: { ids: id } },
    { who: keeper, path: `${RETURN}/sendOutClose`, body: { ids: id } },
  ]);
}

/** Return an act on tools. */
async function lending(site: GoodsSite, who: CrashAccount): Promise<WalkAct> {
  const row = await someOf(site, who, TOOL_APPLY);
  const id = row?.id ?? '1';
  const man = pick(site.men);
  const keeper = pick(site.keepers);
  const written = {
    toolApplyType: 'keep',
    technicianId: man.technicianId,
    reason: '现场使用',
    lines: [{ toolId: pick(site.tools), applyQty: '1' }],
  };
  const update = (by: CrashAccount, action: string, more: WalkBody = {}): WalkAct => ({
    who: by,
    path: `${TOOL_APPLY}/update`,
    body: { id, action, ...more },
  });
  return pick([
    { who: man, path: `${TOOL_APPLY}/submit`, body: written },
    update(site.judge, 'approve'),
    update(keeper, 'handOut'),
    update(keeper, 'return'),
  ]);
}

/** Return a random act: most of them on requests and shipments, the others on returns and tools. */
export function goodsAct(site: GoodsSite, who: CrashAccount): Promise<WalkAct> {
  return pick([outward, outward, outward, outward, inward, inward, lending])(site, who);
}
