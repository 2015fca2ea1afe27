import type { Row } from '#kernel/language/paper.ts';
import { answering, type Context, serving } from '#kernel/server';
import {
  assertNoneApproved,
  collectionsOfShown,
  collectionsSeen,
  feesAsked,
  receivedElsewhere,
  receivedFor,
  saveCollections,
} from '#business/completion/completion/collections.service.ts';
import type { completion } from '#business/completion/completion/completion.paper.ts';
import { refuse } from '#business/completion/refusals.ts';
import { collection } from './collection.paper.ts';
import { completionFacts } from '#business/completion/completion/facts/completion-facts.relation.ts';

const MOST = 1000;

interface Given {
  readonly completion: Row<typeof completion>;
  readonly taker: string | null;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Save the collections of a completion as they were sent: change known ones, add new ones, remove missing ones.
 * Removing one that was handed over or invoiced is refused.
 */
async function saveRows(context: Context, { completion: of, taker, rows }: Given): Promise<void> {
  const there = await context.find(collection, { completionId: of.id }, { limit: MOST });
  const sent = new Set(rows.map((row) => String(row.id ?? '')));
  for (const one of there) if (!sent.has(one.id)) await context.remove(collection, one.id);
  for (const row of rows) {
    const body = {
      ...row,
      completionId: of.id,
      dispId: of.dispId,
      registrationFormId: of.registrationFormId,
      customerId: of.customerId,
      technicianId: row.technicianId ?? taker,
      collectTime: row.collectTime ?? of.endTime,
    };
    const known = there.find((one) => one.id === String(row.id ?? ''));
    if (known) await context.resubmit(collection, known.id, body);
    else await context.submit(collection, body);
  }
}

/** Services through which a completion saves and reads its collections. */
export const collectionServices = [
  serving(saveCollections, saveRows),
  serving(assertNoneApproved, async (context, { completionId }) => {
    const [approved] = await context.find(collection, { completionId, approvalStatus: 'approved' }, { first: 1 });
    // oxlint-disable-next-line anju/no-own-once -- Asks whether a change is still allowed, not whether a fact is new.
    if (approved) throw refuse.collectionApproved({ no: approved.collectNo });
  }),
  answering(feesAsked, (reading, { completionId }) => reading.find(collection, { completionId }, { limit: MOST })),
  answering(receivedFor, async (reading, { completionId }) => {
    const [paid] = await reading.sql.query<{ amount: string }>(
      `select coalesce(sum(amount), 0)::text as amount from ${collection.table} where tenant_id = $1 and completion_id = $2 and is_deleted = 0`,
      [reading.tenantId, completionId],
    );
    return paid.amount;
  }),
  answering(receivedElsewhere, async (reading, { registrationFormId, visitId }) => {
    const [{ amount }] = await reading.sql.query<{ amount: string }>(
      `select coalesce(sum(l.amount), 0)::numeric(14,2)::text as amount from ${collection.table} l join ${completionFacts} c on c.tenant_id = l.tenant_id and c.id = l.completion_id
    where l.tenant_id = $1 and l.is_deleted = 0 and c.registration_form_id = $2 and c.dispatch_list_id <> $3`,
      [reading.tenantId, registrationFormId, visitId],
    );
    return amount;
  }),
  answering(collectionsSeen, (reading, { completionId }) =>
    reading.visible(collection, { match: { completionId } }).rows({ order: 't.id asc', limit: 100 }),
  ),
  answering(
    collectionsOfShown,
    async (reading, { completions }) =>
      (await reading
        .visible(collection, {
          query: { completionId_in: completions.map(({ id }) => id).join(',') },
          partOf: completions,
        })
        .words({ limit: MOST })) as {
        id: string;
      }[],
  ),
];
