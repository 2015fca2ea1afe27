import { day } from '#kernel/fields/day/day.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context } from '#kernel/server';
import { addDays } from '#kernel/language/days.ts';
import { refuse } from '../refusals.ts';
import { overlap } from './match.rules.ts';
import { pieceStandard } from './piece-standard.paper.ts';
import { tiersAreSound } from './price.rules.ts';
import { process } from './process.paper.ts';

type Standard = Row<typeof pieceStandard>;

/**
 * Refuse a price that overlaps a published one of the same process and criteria. With `endPrevious`, end those that
 * start before it instead.
 */
async function makeRoom(context: Context, standard: Standard, endPrevious: boolean): Promise<void> {
  await context.lock(`standards of ${standard.pieceworkProcessId}`);
  const others = (
    await context.find(
      pieceStandard,
      { pieceworkProcessId: standard.pieceworkProcessId, publishStatus: 'published' },
      { limit: 1000 },
    )
  ).filter((one) => overlap(one, standard));
  for (const other of others) {
    if (!endPrevious || other.effectiveFrom >= standard.effectiveFrom)
      throw refuse.standardOverlaps({ no: other.standardNo });
    await context.change(pieceStandard, other.id, { effectiveTo: addDays(standard.effectiveFrom, -1) }, [
      `${standard.standardNo} 接续`,
      `${standard.standardNo} follows`,
    ]);
  }
}

export default behaviour<typeof pieceStandard>(pieceStandard, {
  async saving(context, { before, values }) {
    const all = { ...before, ...values };
    if (values.pieceworkProcessId && !(await context.get(process, values.pieceworkProcessId)).isLeaf)
      throw refuse.notLeaf();
    if (values.tierRule && !tiersAreSound(values.tierRule)) throw refuse.tiersUnsound();
    if (all.effectiveTo && all.effectiveFrom && all.effectiveTo < all.effectiveFrom) throw refuse.datesTurned();
  },
  actions: {
    async publish(context, standard, { endPrevious }) {
      await makeRoom(context, standard, endPrevious === true);
    },
  },
  computed: {
    isValid:
      "t.publish_status = 'published' and t.effective_from <= $today and (t.effective_to is null or t.effective_to >= $today)",
  },
  filters: {
    at: {
      reads: day(['生效日期', 'In force on']),
      sql: "t.publish_status = 'published' and t.effective_from::text <= $ and (t.effective_to is null or t.effective_to::text >= $)",
    },
  },
});
