import { saved } from '#kernel/testing/sample.ts';
import type { Answer } from '#kernel/testing/test-server.ts';
import { tool } from '../tools/tool.paper.ts';
import { type StoreSite, dataOf } from './store-site.ts';

type Body = Record<string, unknown>;

const at = 'blade-maintenance/webApi';
export const toolPath = `${at}/astool`;
export const toolApplyPath = `${at}/astoolapply`;

let count = 0;

/** Return a new tool: several of a kind, or with a serial number a single piece. */
export async function newTool(site: StoreSite, more: Body = {}): Promise<string> {
  count += 1;
  const { id } = await saved(site.server, tool, {
    toolCode: `GJ-${count}`,
    toolName: `工具${count}`,
    trackMode: 'qty',
    serialNo: undefined,
    totalQty: '5',
    warehouseId: site.main,
    needCalibrate: false,
    calibrateDue: undefined,
    purchasePrice: '1200.00',
    monthlyDepreciation: '20.00',
    purchaseDate: '2025-11-20',
    ...more,
  });
  return id;
}

/** Return the body of an application for tools. */
export const applied = (site: StoreSite, lines: readonly Body[], more: Body = {}): Body => ({
  toolApplyType: 'borrow',
  technicianId: site.technicianId,
  reason: '现场使用',
  planReturnDate: '2026-12-31',
  lines: lines.map((line) => ({ applyQty: '1', ...line })),
  ...more,
});

export const toolApplyOf = async (site: StoreSite, id: string): Promise<Answer['data']> =>
  dataOf(await site.people.store.get(`${toolApplyPath}/detail`, { id }));

export const shownTool = async (site: StoreSite, id: string): Promise<Answer['data']> =>
  dataOf(await site.people.store.get(`${toolPath}/detail`, { id }));

/** Do a verb of an application. */
export const act = (site: StoreSite, id: string, action: string, more: Body = {}): Promise<Answer> =>
  site.people.store.post(`${toolApplyPath}/update`, { id, action, ...more });

/** Apply, approve and hand out; return the application. */
export async function handedOut(site: StoreSite, lines: readonly Body[], more: Body = {}): Promise<Answer['data']> {
  const { id } = dataOf(await site.people.worker.post(`${toolApplyPath}/submit`, applied(site, lines, more)));
  dataOf(await site.people.leader.post(`${toolApplyPath}/update`, { id, action: 'approve' }));
  dataOf(await act(site, id, 'handOut'));
  return toolApplyOf(site, id);
}
