import type { Context, Follower } from '#kernel/server';
import type {
  CompletionEvents,
  CompletionMove,
} from '#business/completion/completion/followers/completion-followers.server.ts';
import { completionSupplyFacts } from '#business/completion/supplies/completion-supply-facts.relation.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { refuse } from '../refusals.ts';
import { acceptedOf } from '../returns/owed-parts.server.ts';

/** Refuse a correction that leaves fewer used parts than their returned old parts. */
async function assertReturnedStay(context: Context, { row }: CompletionMove): Promise<void> {
  const [short] = await context.sql.query<{ item: string; n: string }>(
    `select s.item_name as item, a.qty::text as n from ${completionSupplyFacts} s cross join lateral (select ${acceptedOf('s')} as qty) a
    where s.tenant_id = $1 and s.completion_id = $2 and a.qty > case when s.is_deleted = 0 then s.qty else 0 end order by s.id limit 1`,
    [context.tenantId, row.id],
  );
  if (short) throw refuse.oldPartReturned({ item: short.item, n: quantityText(short.n) });
}

/** Returned old parts bound the corrections of their completion. */
export const completionCorrected: Follower<CompletionEvents> = {
  name: 'goods',
  sort: 50,
  on: { submitted: assertReturnedStay, corrected: assertReturnedStay, passed: assertReturnedStay },
};
