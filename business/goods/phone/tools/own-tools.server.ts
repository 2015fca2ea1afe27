import type { Row } from '#kernel/language/paper.ts';
import { type Reading, sql } from '#kernel/server';
import type { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import { heldTools } from '../../tools/held-tools.server.ts';
import { toolApply } from '../../tools/tool-apply.paper.ts';
import { toolLine } from '../../tools/tool-line.paper.ts';
import { tool } from '../../tools/tool.paper.ts';
import { availableText } from '../../tools/tool.rules.ts';
import type { OwnGoods } from '../own-goods.calls.ts';

type Technician = Row<typeof technician>;

const MAX_TOOLS = 300;
const MAX_REQUESTS = 40;

/** Return the tools in the store that can be handed out, by name. */
async function storedTools(reading: Reading): Promise<OwnGoods['storedTools']> {
  const rows = await reading
    .visible(tool, {
      match: { toolStatus: 'inStock' },
      also: sql`t.total_qty > coalesce(t.out_qty, 0) + coalesce(t.lost_qty, 0) + coalesce(t.repair_qty, 0) + coalesce(t.scrap_qty, 0)`,
    })
    .rows({ order: 't.tool_name, t.id', first: MAX_TOOLS });
  return rows.map((row) => ({
    id: row.id,
    toolCode: row.toolCode,
    toolName: row.toolName,
    spec: row.spec || null,
    serialNo: row.serialNo || null,
    available: availableText(row),
    isSingle: row.trackMode === 'serial',
    calibrateDue: (row.needCalibrate && row.calibrateDue) || null,
  }));
}

/** Return the technician's applications that are not settled, the newest first. */
async function toolRequests(reading: Reading, me: Technician): Promise<OwnGoods['toolRequests']> {
  const open = ['draft', 'returned', 'submitted', 'approved', 'handedOut', 'partReturned'];
  const rows = await reading
    .visible(toolApply, { match: { technicianId: me.id, toolApplyStatus: open } })
    .rows({ order: 't.id desc', first: MAX_REQUESTS });
  const ids = rows.map((row) => row.id);
  const lines = ids.length ? await reading.find(toolLine, { toolApplyId: ids }, { limit: 50_000 }) : [];
  const byRequest = Map.groupBy(lines, (line) => line.toolApplyId);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    toolApplyNo: row.toolApplyNo,
    toolApplyType: row.toolApplyType,
    toolApplyStatus: row.toolApplyStatus ?? '',
    reason: row.reason,
    planReturnDate: row.planReturnDate || null,
    approveNote: row.approveNote || null,
    lines: (byRequest.get(row.id) ?? []).map(({ id, toolId, toolName, applyQty }) => ({
      id,
      toolId,
      toolName: toolName ?? '',
      applyQty,
    })),
  }));
}

/** Return the tools that a technician has, with the photos of their hand-out. */
async function toolsInHand(reading: Reading, technicianId: string): Promise<OwnGoods['tools']> {
  const held = await heldTools(reading, technicianId);
  const id = held.map((one) => one.id);
  const lines = id.length ? await reading.visible(toolLine, { match: { id } }).words({ limit: id.length }) : [];
  const photos = new Map(lines.map((line) => [line.id, line.outPhoto]));
  return held.map((one) => ({ ...one, outPhoto: photos.get(one.id) ?? [] }));
}

/** Return the tools that a technician has or may apply for, and own applications. */
export async function ownToolsOf(
  reading: Reading,
  me: Technician,
): Promise<Pick<OwnGoods, 'tools' | 'storedTools' | 'toolRequests' | 'blocksTools'>> {
  return {
    tools: await toolsInHand(reading, me.id),
    storedTools: await storedTools(reading),
    toolRequests: await toolRequests(reading, me),
    blocksTools: (await reading.parameter('as.tool.blockOverdue')) !== 'false',
  };
}
