import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Context } from '#kernel/server';
import { enterWageLine } from '#business/piecework/wages/line/enter-line.service.ts';
import { wageLineFacts } from '#business/piecework/wages/facts/wage-line-facts.relation.ts';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import { refuse } from '../refusals.ts';
import { settledState } from './hand-out.server.ts';
import type { ToolCount } from './tool-apply-lifecycle.rules.ts';
import {
  type LineOfTool,
  type ToolApply,
  type ToolLine,
  countedLine,
  countsByLine,
  followLines,
  linesWithTools,
  sentQty,
  writeLines,
} from './tool-lines.server.ts';
import { residualValue } from './tool.rules.ts';

interface Losing {
  readonly lines: readonly ToolCount[] | null;
  readonly compensateAmount: string | null;
  readonly note: string | null;
}

/** A line that loses pieces, and what its technician pays for them. */
interface Loss {
  readonly one: LineOfTool;
  readonly after: ToolLine;
  readonly amount: string;
}

const isMoney = (text: string): boolean => /^\d{1,10}(\.\d{1,2})?$/.test(text);

/** Return what a technician pays for lost pieces: at most their residual value. */
function amountFor(context: Context, { line, of }: LineOfTool, after: ToolLine, text: string): string {
  const lost = stepsOf(after.lostQty, QTY) - stepsOf(line.lostQty, QTY);
  const most = residualValue(of, lost, context.today());
  if (!isMoney(text) || stepsOf(text, 2) > stepsOf(most, 2))
    throw refuse.compensationAbove({ tool: of.toolName, most });
  return decimalOf(stepsOf(text, 2), 2);
}

/** Return the losses that an act names. Lost quantities are those in all. An amount without a line is that of one loss. */
function lossesOf(context: Context, lines: readonly LineOfTool[], sent: Losing): Loss[] {
  const counts = countsByLine(lines, sent.lines);
  if (!counts.size) throw refuse.nothingLost();
  const lost = lines.flatMap((one) => {
    const count = counts.get(one.line.id);
    if (!count) return [];
    const lostQty = sentQty(count.lostQty, one.line.lostQty, one.of.toolName);
    const after = countedLine(one, { lostQty });
    return stepsOf(lostQty, QTY) === stepsOf(one.line.lostQty, QTY) ? [] : [{ one, after, count }];
  });
  const single = lost.length === 1 ? sent.compensateAmount : null;
  return lost.map(({ one, after, count }) => ({
    one,
    after,
    amount: amountFor(context, one, after, String(count.compensateAmount || single || '0')),
  }));
}

/** Return how many lines of pay a line has already, voided ones too. */
async function linesOfPay(context: Context, lineId: string): Promise<number> {
  const [{ n }] = await context.sql.query<{ n: number }>(
    `select count(*)::int as n from ${wageLineFacts} w where w.tenant_id = $1 and w.source_type = 'tool' and w.source_id = $2`,
    [context.tenantId, lineId],
  );
  return n;
}

/** Enter the deduction for a loss as a draft: somebody else approves or voids it. */
async function charged(
  context: Context,
  of: ToolApply,
  { one, after, amount }: Loss,
  note: string | null,
): Promise<ToolLine> {
  if (stepsOf(amount, 2) === 0n) return after;
  const nth = (await linesOfPay(context, one.line.id)) + 1;
  const lost = quantityText(decimalOf(stepsOf(after.lostQty, QTY) - stepsOf(one.line.lostQty, QTY), QTY));
  const { id } = await context.call(enterWageLine, {
    technicianId: of.technicianId,
    wageLineType: 'toolComp',
    amount: `-${amount}`,
    key: `toolComp#${one.line.id}#${nth}`,
    sourceType: 'tool',
    sourceId: one.line.id,
    sourceNo: of.toolApplyNo,
    reason: [
      [`${one.of.toolName} 丢失 ${lost}`, note].filter(Boolean).join('；'),
      [`${one.of.toolName}: ${lost} lost`, note].filter(Boolean).join('; '),
    ],
  });
  const sum = decimalOf(stepsOf(one.line.compensateAmount, 2) + stepsOf(amount, 2), 2);
  return { ...after, compensateAmount: sum, wageLineId: id };
}

/** Report tools as lost. The compensation becomes a draft line of pay. */
export async function loseTools(context: Context, of: ToolApply, sent: Losing): Promise<Partial<ToolApply>> {
  const lines = await linesWithTools(context, of.id);
  const losses = lossesOf(context, lines, sent);
  const after = new Map<string, ToolLine>();
  for (const loss of losses) after.set(loss.one.line.id, loss.after);
  const all = lines.map(({ line }) => after.get(line.id) ?? line);
  await followAfter(context, lines, all);
  const charges: ToolLine[] = [];
  for (const loss of losses) charges.push(await charged(context, of, loss, sent.note));
  await writeLines(context, charges);
  return settledState(context, all);
}

async function followAfter(context: Context, before: readonly LineOfTool[], all: readonly ToolLine[]): Promise<void> {
  await writeLines(context, all);
  await followLines(context, before, all);
}
