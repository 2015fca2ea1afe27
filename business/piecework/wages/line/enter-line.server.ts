import { storedText } from '#kernel/language/label.ts';
import type { Context } from '#kernel/server';
import { technician } from '#business/masterdata/people/technician/technician.paper.ts';
import type { EnteredLine } from './enter-line.service.ts';
import { periodFor } from '../periods.server.ts';
import { assertLineMax } from '../sheet/line-max.server.ts';
import { wageLine } from '../wage-line.paper.ts';
import { ENTERED, assertAmount } from './wage-line.rules.ts';

/** Enter a line of pay for another room. */
export async function enterLine(context: Context, { key, reason, ...line }: EnteredLine): Promise<{ id: string }> {
  assertAmount(line);
  const { realName } = await context.get(technician, line.technicianId);
  await assertLineMax(context, [{ name: realName, amount: line.amount }]);
  const wagePeriod = await periodFor(context, context.today());
  const { id } = await context.create(wageLine, {
    ...line,
    wagePeriod,
    bizDate: context.today(),
    lineKey: `${ENTERED}${key}`,
    lineStatus: 'draft',
    reason: storedText(reason, 255),
  });
  return { id };
}
