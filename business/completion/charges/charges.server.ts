import { storedText, textIn } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import type { FieldProblem, Refusal } from '#kernel/language/refusal.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, type Reading } from '#kernel/server';
import { refusalIn } from '#kernel/language/refusal.ts';
import { refuse } from '../refusals.ts';
import { payersOf } from '#business/intake/cover/cover.rules.ts';
import { completionCharge } from './completion-charge.paper.ts';
import { completion } from '../completion/completion.paper.ts';
import { visitFacts } from '#business/dispatch/visit/facts/visit-facts.relation.ts';

type Charge = Row<typeof completionCharge>;
type Completion = Row<typeof completion>;

/** Maximal number of extra charges per visit. Source: after-sales design §6.4. */
const MOST = 3;

const chargesOf = (context: Context, completionId: string): Promise<Charge[]> =>
  context.find(completionCharge, { completionId }, { limit: 500 });

/** Return earlier visits of an order where nobody was at home, and whose fee (CNY) no valid completion charges yet. */
export const closedDoors = (
  reading: Reading,
  registrationFormId: string,
): Promise<{ id: string; taskNo: string; fee: string }[]> =>
  reading.sql.query(
    `select v.id::text as id, v.task_no as "taskNo", v.empty_run_fee::text as fee from ${visitFacts} v
    where v.tenant_id = $1 and v.registration_form_id = $2 and v.is_deleted = 0 and v.empty_run_fee > 0 and not exists (
      select 1 from ascompletioncharge h join ascompletionregistration c on c.tenant_id = h.tenant_id and c.id = h.completion_id where h.tenant_id = $1 and h.closed_visit_id = v.id and h.is_deleted = 0 and c.is_deleted = 0 and c.complete_status <> 'redone')`,
    [reading.tenantId, registrationFormId],
  );

/** Add to a completion the fees that `closedDoors` returns for its order, each as an extra charge. */
export async function chargeClosedDoors(context: Context, of: Completion): Promise<void> {
  for (const door of await closedDoors(context, must(of.registrationFormId, 'registrationFormId')))
    await context.create(completionCharge, {
      completionId: of.id,
      chargeType: 'emptyRun',
      payer: (of.coverFees ?? payersOf(of.weibao)).other,
      amount: door.fee,
      reason: storedText([`${door.taskNo} 客户不在`, `${door.taskNo}: nobody at home`]),
      closedVisitId: door.id,
    });
}

/** Return what is missing for extra charges: a photo for each, and the customer's signature or code. */
export async function chargeProblems(context: Context, of: Completion): Promise<FieldProblem[]> {
  const fresh = (await chargesOf(context, of.id)).filter((one) => !one.closedVisitId);
  if (fresh.length === 0) return [];
  const bare = fresh.find((one) => !one.photos?.length);
  return [
    ...(bare
      ? [
          {
            field: 'charges',
            words: [
              `现场加收须有照片:${textIn(bare.reason, 'zh')}`,
              `An extra charge needs a photo: ${textIn(bare.reason, 'en')}`,
            ] as const,
          },
        ]
      : []),
    ...(of.signFile || of.finishCodeTime
      ? []
      : [
          {
            field: 'signFile',
            words: ['现场加收须客户签名或填写验收码', 'Extra charges need the customer’s signature or code'] as const,
          },
        ]),
  ];
}

/** Refuse to change or remove the fee for a visit where nobody was at home, except for a leader. */
function assertOwn(context: Context, row: Charge): void {
  if (row.closedVisitId) context.need('ascompletionregistration_discount', refuse.closedDoorStays());
}

/** Refuse changes to the charges of a submitted completion, which must first be returned for correction. */
function assertOpen(header: Completion): void {
  if (!['draft', 'refill'].includes(header.completeStatus)) throw refuse.completionNotOpen({ no: header.completionNo });
}

export default behaviour<typeof completionCharge>(completionCharge, {
  async saving(context, { before, values, byHand }) {
    if (byHand)
      assertOpen(await context.get(completion, before?.completionId ?? must(values.completionId, 'completionId')));
    if (before && byHand && Object.keys(values).length) assertOwn(context, before);
    if (values.amount !== undefined && Number(values.amount) <= 0)
      throw refuse.chargeNotPositive({
        fields: [{ field: 'amount', words: ['加收金额须大于0', 'A charge is above 0'] }],
      });
    if (before || !byHand) return;
    if (
      (await chargesOf(context, must(values.completionId, 'completionId'))).filter((one) => !one.closedVisitId)
        .length >= MOST
    )
      throw refuse.tooManyCharges({ most: MOST });
  },
  async staying(context, rows) {
    const ids = [...new Set(rows.map((row) => row.completionId))];
    const headers = new Map(
      (await context.find(completion, { id: ids }, { limit: ids.length })).map((one) => [one.id, one]),
    );
    const stays = new Map<string, Refusal>();
    for (const row of rows) {
      const header = headers.get(row.completionId);
      const why = await refusalIn(() => {
        if (header) assertOpen(header);
        assertOwn(context, row);
      });
      if (why) stays.set(row.id, why);
    }
    return stays;
  },
});
