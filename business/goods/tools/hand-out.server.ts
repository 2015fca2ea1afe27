import { stepsOf } from '#kernel/language/exact.ts';
import type { Context } from '#kernel/server';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import { refuse } from '../refusals.ts';
import type { ToolCount } from './tool-apply-lifecycle.rules.ts';
import { assertInStore, isSinglePiece, recountTools } from './tool-counts.server.ts';
import {
  type LineOfTool,
  type ToolApply,
  type ToolLine,
  countedLine,
  countsByLine,
  followLines,
  isSettled,
  linesWithTools,
  sentQty,
  writeLines,
} from './tool-lines.server.ts';
import { tool } from './tool.paper.ts';

/** Refuse a tool that is not in the store, and an instrument whose calibration is over. */
function assertUsable(context: Context, { of }: LineOfTool): void {
  if (of.toolStatus !== 'inStock') throw refuse.toolNotInStore({ tool: of.toolName });
  if (of.needCalibrate && of.calibrateDue && of.calibrateDue < context.today())
    throw refuse.calibrationOver({ tool: of.toolName, day: of.calibrateDue });
}

/** Return a line as it is handed out: never more than requested. A quantity of 0 cancels it. */
function handed(context: Context, one: LineOfTool, sent: ToolCount | undefined): ToolLine {
  const outQty = sentQty(sent?.outQty, one.line.applyQty, one.of.toolName);
  if (stepsOf(outQty, QTY) > stepsOf(one.line.applyQty, QTY))
    throw refuse.toolAboveApplied({ tool: one.of.toolName, n: quantityText(one.line.applyQty) });
  if (stepsOf(outQty, QTY) === 0n) return { ...one.line, outQty, toolLineStatus: 'cancelled' };
  assertUsable(context, one);
  assertInStore(one.of, stepsOf(outQty, QTY));
  return { ...one.line, outQty, returnQty: '0.000', lostQty: '0.000', damageQty: '0.000', toolLineStatus: 'out' };
}

/** Hand tools out: their technician has them until they are back, lost or damaged. Without any, the application ends. */
export async function handOutTools(
  context: Context,
  of: ToolApply,
  { lines: sent }: { readonly lines: readonly ToolCount[] | null },
): Promise<Partial<ToolApply>> {
  const lines = await linesWithTools(context, of.id);
  const counts = countsByLine(lines, sent);
  const after = lines.map((one) => handed(context, one, counts.get(one.line.id)));
  await writeLines(context, after);
  const out = lines.filter((_, at) => after[at].toolLineStatus === 'out');
  if (out.length) await recountTools(context, [...new Set(out.map((one) => one.of.id))]);
  for (const one of out)
    if (isSinglePiece(one.of)) await context.move(tool, one.of.id, 'out', 'handOut', { holderId: of.technicianId });
  const values = { handOutUser: context.person.id, handOutTime: context.now() };
  return out.length ? values : { ...values, toolApplyStatus: 'closed', finishTime: context.now() };
}

/** Return the state of an application after an act, with the moment of its end. */
export const settledState = (context: Context, after: readonly ToolLine[]): Partial<ToolApply> =>
  isSettled(after) ? { toolApplyStatus: 'closed', finishTime: context.now() } : { toolApplyStatus: 'partReturned' };

/** Take tools back. The counts are those in all, so a repeat changes nothing. Without lines everything is back. */
export async function takeToolsBack(
  context: Context,
  of: ToolApply,
  { lines: sent }: { readonly lines: readonly ToolCount[] | null },
): Promise<Partial<ToolApply>> {
  const lines = await linesWithTools(context, of.id);
  const counts = countsByLine(lines, sent);
  const after = lines.map((one) => {
    if (one.line.toolLineStatus === 'cancelled') return one.line;
    const count = counts.get(one.line.id);
    const damageQty = sentQty(count?.damageQty, one.line.damageQty, one.of.toolName);
    const all = stepsOf(one.line.outQty, QTY) - stepsOf(one.line.lostQty, QTY) - stepsOf(damageQty, QTY);
    const wanted = sent?.length ? count?.returnQty : quantityText(String(Number(all) / 10 ** QTY));
    return countedLine(one, { returnQty: sentQty(wanted, one.line.returnQty, one.of.toolName), damageQty });
  });
  await writeLines(context, after);
  await followLines(context, lines, after);
  return settledState(context, after);
}
