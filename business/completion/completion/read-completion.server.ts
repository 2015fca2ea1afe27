import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Reading, raw } from '#kernel/server';
import type { visit } from '#business/dispatch/visit/visit.paper.ts';
import { annexClass } from '../annexes/annex-class.paper.ts';
import { completionAnnex } from '../annexes/completion-annex.paper.ts';
import { completionCharge } from '../charges/completion-charge.paper.ts';
import { completionEquipment } from './completion-equipment.paper.ts';
import { completionSupply } from '../supplies/completion-supply.paper.ts';
import type { AnnexGroup, WholeCompletion } from '../at-door/whole-completion.calls.ts';
import { collectionsSeen } from './collections.service.ts';
import { completion } from './completion.paper.ts';

/** Return photos grouped by class; `match` selects those of a completion or visit. */
export async function annexesOf(reading: Reading, match: Readonly<Record<string, unknown>>): Promise<AnnexGroup[]> {
  const annexes = await reading
    .visible(completionAnnex, { match })
    .rows({ order: 't.taken_time asc nulls last, t.id asc', limit: 500 });
  if (annexes.length === 0) return [];
  const classes = new Map(
    (await reading.find(annexClass, { id: [...new Set(annexes.map((one) => one.classifyId))] }, { limit: 200 })).map(
      (one) => [one.id, one],
    ),
  );
  return [...Map.groupBy(annexes, (one) => one.classifyId)].map(([classifyId, files]) => ({
    classifyId,
    name: classes.get(classifyId)?.classifyName ?? '',
    min: classes.get(classifyId)?.minCount ?? 0,
    files,
  }));
}

/** Return a completion with all its parts, as the caller may see it. */
export async function whole(reading: Reading, row: AnsweredRow<typeof completion>): Promise<WholeCompletion> {
  return {
    ...row,
    equipment: await reading.find(completionEquipment, { completionId: row.id }, { limit: 100 }),
    supplies: await reading.find(completionSupply, { completionId: row.id }, { limit: 200 }),
    charges: await reading.find(completionCharge, { completionId: row.id }, { limit: 500 }),
    annexes: await annexesOf(reading, { dispatchListId: row.dispatchListId }),
    collects: await reading.ask(collectionsSeen, { completionId: row.id }),
  };
}

/** Return the current completion of a visit, or an empty object. */
export async function completionOfVisit(
  reading: Reading,
  of: Pick<Row<typeof visit>, 'id'>,
): Promise<Partial<WholeCompletion>> {
  const [row] = await reading
    .visible(completion, { match: { dispatchListId: of.id }, also: raw("t.complete_status <> 'redone'") })
    .rows({ first: 1 });
  return row ? whole(reading, row) : {};
}
