import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { behaviour, type Context, implement } from '#kernel/server';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { household } from '../households/household.paper.ts';
import { refuse } from '../refusals.ts';
import { feedbackToRepair } from './feedback.calls.ts';
import { feedback } from './feedback.paper.ts';

/** Create a repair request for the customer of the home, with the text of the feedback. */
async function toRepair(
  { id }: CallInputOf<typeof feedbackToRepair>,
  context: Context,
): Promise<CallAnswer<typeof feedbackToRepair>> {
  await context.visible(feedback, { button: 'toRepair' }).all([id]);
  const [row] = await context.lockRows(feedback, [id]);
  if (row.repairFormId) throw refuse.repairMade({ data: { id: row.repairFormId } });
  const [home] = row.householdId ? await context.find(household, { id: row.householdId }, { first: 1 }) : [];
  if (!home?.customerId) throw refuse.noCustomer();
  const form = await context.submit(repairForm, {
    customerId: home.customerId,
    source: 'app',
    repairType: 'smartHome',
    description: row.content,
  });
  const state = row.feedbackStatus;
  await context.change(feedback, id, { repairFormId: form.id });
  if (state === 'pending') await context.move(feedback, id, 'processing', 'repair');
  return { id, repairFormId: form.id, repairNo: String(form.repairNo) };
}

export default behaviour<typeof feedback>(feedback, {
  async saving(context, { before, values, byHand }) {
    // Clients of the published specification reply by saving the row, not by the action.
    if (!before || !byHand || !values.replyContent) return {};
    return { replyUser: context.person.id, replyTime: context.now(), feedbackStatus: 'replied' };
  },
  actions: {
    reply: (context, _row, { replyContent }) =>
      Promise.resolve({ replyContent, replyUser: context.person.id, replyTime: context.now() }),
  },
  calls: [implement(feedbackToRepair, { write: toRepair })],
});
