import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { mustGet } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { refuse } from '../refusals.ts';
import type { ToolCount } from './tool-apply-lifecycle.rules.ts';
import type { toolApply } from './tool-apply.paper.ts';
import { type Tool, isSinglePiece, recountTools } from './tool-counts.server.ts';
import { toolLine } from './tool-line.paper.ts';
import { tool } from './tool.paper.ts';
import { lineStateOf, outstandingOf } from './tool.rules.ts';

export type ToolApply = Row<typeof toolApply>;
export type ToolLine = Row<typeof toolLine>;

/** A line with its tool, which is locked. */
export interface LineOfTool {
  readonly line: ToolLine;
  readonly of: Tool;
}

/** Return the lines of an application in the order of their ids, with their tools locked. */
export async function linesWithTools(context: Context, applyId: string): Promise<LineOfTool[]> {
  const lines = await context.find(toolLine, { toolApplyId: applyId }, { limit: 500 });
  const tools = new Map(
    (await context.lockRows(tool, [...new Set(lines.map((line) => line.toolId))])).map((one) => [one.id, one]),
  );
  return lines
    .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map((line) => ({ line, of: mustGet(tools, line.toolId) }));
}

/** Return the counts of an act by line. Refuse counts of lines of another application. */
export function countsByLine(
  lines: readonly LineOfTool[],
  sent: readonly ToolCount[] | null,
): ReadonlyMap<string, ToolCount> {
  const counts = new Map((sent ?? []).map((one) => [String(one.id), one]));
  const known = new Set(lines.map(({ line }) => line.id));
  for (const id of counts.keys()) if (!known.has(id)) throw refuse.lineOfOther();
  return counts;
}

/** Return a quantity that was sent, or the stored one. Refuse text that is no quantity. */
export function sentQty(sent: string | number | undefined, stored: string | null, name: string): string {
  const text = String(sent ?? stored ?? '0');
  if (!/^\d{1,10}(\.\d{1,3})?$/.test(text)) throw refuse.toolQuantity({ tool: name });
  return decimalOf(stepsOf(text, QTY), QTY);
}

/** Return a line after an act: its counts, and the state that follows. Refuse more than was handed out, and less. */
export function countedLine({ line, of }: LineOfTool, counts: Partial<ToolLine>): ToolLine {
  const after = { ...line, ...counts };
  if (outstandingOf(after) < 0n) throw refuse.toolAboveOut({ tool: of.toolName });
  for (const name of ['returnQty', 'lostQty', 'damageQty'] as const)
    if (stepsOf(after[name], QTY) < stepsOf(line[name], QTY)) throw refuse.toolLess({ tool: of.toolName });
  return { ...after, toolLineStatus: lineStateOf(after) };
}

/** Write lines after an act. */
export async function writeLines(context: Context, lines: readonly ToolLine[]): Promise<void> {
  const rows = lines.map(
    ({ id, outQty, returnQty, lostQty, damageQty, toolLineStatus, compensateAmount, wageLineId }) =>
      [id, { outQty, returnQty, lostQty, damageQty, toolLineStatus, compensateAmount, wageLineId }] as const,
  );
  await context.changeAll(toolLine, new Map(rows));
}

/** Write what became of a single tool: it is back, in repair, or lost. */
async function moveSingle(context: Context, of: Tool, after: ToolLine): Promise<void> {
  const nobody = { holderId: null };
  if (after.toolLineStatus === 'lost') await context.move(tool, of.id, 'lost', 'lost', nobody);
  else if (after.toolLineStatus === 'back') await context.move(tool, of.id, 'inStock', 'return', nobody);
  else if (after.toolLineStatus === 'damaged') await context.move(tool, of.id, 'repairing', 'return', nobody);
}

/** Write what tools become after a return or a loss: damaged pieces go to repair, and the rest is recounted. */
export async function followLines(
  context: Context,
  before: readonly LineOfTool[],
  after: readonly ToolLine[],
): Promise<void> {
  const damaged = new Map<string, bigint>();
  for (const [at, { line }] of before.entries()) {
    const more = stepsOf(after[at].damageQty, QTY) - stepsOf(line.damageQty, QTY);
    if (more > 0n) damaged.set(line.toolId, (damaged.get(line.toolId) ?? 0n) + more);
  }
  await recountTools(context, [...new Set(before.map(({ of }) => of.id))], damaged);
  for (const [at, { line, of }] of before.entries())
    if (isSinglePiece(of) && after[at].toolLineStatus !== line.toolLineStatus) await moveSingle(context, of, after[at]);
}

/** Is every line of an application settled? */
export const isSettled = (lines: readonly ToolLine[]): boolean => lines.every((line) => line.toolLineStatus !== 'out');
