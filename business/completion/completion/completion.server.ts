import { completionParts } from '../at-door/whole-completion.calls.ts';
import type { CallInputOf } from '#kernel/language/calls/call.ts';
import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type Context, type OwnCall, implement, row as refuseRow } from '#kernel/server';
import { ended } from '#business/dispatch/visit/ending/end-visit.server.ts';
import { followVisit } from '#business/dispatch/pool/follow.server.ts';
import { stepTime } from '#business/dispatch/visit/visit-hands.server.ts';
import { crewOf } from '#business/dispatch/occupancy/occupancy.server.ts';
import { OPEN_VISIT_STATES, isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { orderOf } from '#business/intake/registration/order-of.server.ts';
import { refuse } from '../refusals.ts';
import { annexTypesOf } from '../annexes/annexes.server.ts';
import { chargeClosedDoors } from '../charges/charges.server.ts';
import { systemKm } from '#business/dispatch/visit/mileage.server.ts';
import { postSupplies } from '../supplies/supplies.server.ts';
import { passCompletion, passed, redo, reopen } from './back-confirm.server.ts';
import { recountServices } from './after-pass.server.ts';
import { batchSave } from './batch-save.server.ts';
import { changeCover } from './change-cover.server.ts';
import { informOfMove } from './followers/completion-followers.server.ts';
import {
  annexTypesOfForm,
  annexesOfCompletion,
  correctEquipment,
  correctSupplies,
  explainMileage,
  saveCompletion,
} from './completion.calls.ts';
import type { WholeCompletion } from '../at-door/whole-completion.calls.ts';
import { completion } from './completion.paper.ts';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { recountFirstFix } from './facts/first-fix.server.ts';
import { lookCalls } from '../review/look.server.ts';
import { officeCalls } from '../at-door/office-calls.server.ts';
import { annexesOf, whole } from './read-completion.server.ts';
import { liveCompletion, submission } from './submit-for-visit.server.ts';
import { addUp, recount } from './totals.server.ts';

type Completion = Row<typeof completion>;

/**
 * States of a visit in which a completion may be saved. Before the work begins, only a remote solution can be
 * completed.
 */
const MAY_WRITE = ['accepted', 'appointed', 'working', 'paused', 'finished', 'partial', 'confirmed'];

/** Return the values of a new completion that are copied from its visit and order. */
async function taken(context: Context, values: Partial<Completion>): Promise<Partial<Completion>> {
  const of = await context.get(visit, must(values.dispatchListId, 'dispatchListId'));
  if (of.dispId !== values.dispId) throw refuse.visitOfOtherForm();
  if (!MAY_WRITE.includes(of.taskStatus)) throw refuse.completionTooEarly();
  if (await liveCompletion(context, of.id)) throw refuse.completionThere();
  const order = await orderOf(context, of);
  const crew = await crewOf(context, of.dispId);
  const { businessId } = await context.get(serviceFile, order.registerMainId);
  const { guidInfo } = await context.get(customer, order.customerId);
  return {
    businessId,
    guidInfo,
    createDept: order.createDept,
    registrationFormId: order.id,
    receiptsType: order.receiptsType,
    repairType: order.repairType,
    customerId: order.customerId,
    customerName: order.customerName,
    technicianId: of.technicianId,
    crewNames: crew
      .map((one) => one.technicianName)
      .join('、')
      .slice(0, 200),
    weibao: order.weibao,
    weibaoReason: order.weibaoReason,
    coverFees: order.coverFees,
    isRework: order.isRework,
    submitCount: 0,
    // Even a completion that is submitted at once starts as a draft: it can be checked only when all its lines are
    // stored.
    completeStatus: 'draft',
    faultCategory: values.faultCategory ?? order.faultCategory,
    mileageSystemKm: await systemKm(context, of),
    pieceStatus: 'none',
  };
}

/**
 * Return the time of the submission: while the visit is open the phone's time of the step, afterwards the present time.
 */
async function submittedAt(context: Context, row: Completion, at: string | null): Promise<string> {
  const of = await context.get(visit, row.dispatchListId);
  return OPEN_VISIT_STATES.includes(of.taskStatus) ? stepTime(context, of, at) : context.now();
}

/** End the open visit of a completion that is submitted, with its result. */
async function endVisit(context: Context, row: Completion): Promise<void> {
  const of = await context.get(visit, row.dispatchListId);
  if (!OPEN_VISIT_STATES.includes(of.taskStatus)) return;
  const at = row.submitTime ?? context.now();
  const values = await ended(context, of, row.visitResult, at, of.resultNote ?? row.maintenanceContent.slice(0, 500));
  const moved = await context.move(visit, of.id, isFinal(row.visitResult) ? 'finished' : 'partial', 'batchSave', {
    ...values,
    completionId: row.id,
  });
  if (!moved) throw refuse.visitNotWorking();
}

/**
 * Save corrected lines of a completion. If it was already submitted, post the difference to stock; then compute the
 * sums again.
 */
async function correct(
  context: Context,
  completionId: string,
  lines: { readonly equipment: readonly object[] } | { readonly supplies: readonly object[] },
): Promise<WholeCompletion> {
  const [row] = await context.visible(completion, { match: { id: completionId } }).rows({ first: 1 });
  if (!row) throw refuseRow.missing({ title: completion.title });
  const before = await context.get(completion, row.id);
  if (before.completeStatus === 'submitted') context.need('ascompletionregistration_refill', refuse.notAllowed());
  await context.resubmit(completion, row.id, { id: row.id, ...lines });
  if (before.completeStatus === 'submitted' && 'supplies' in lines) {
    const nth = (before.submitCount ?? 0) + 1;
    await postSupplies(context, before, nth);
    const after = await context.change(completion, row.id, { submitCount: nth });
    await informOfMove(context, { by: 'correct', before, row: after });
  }
  await recount(context, row.id);
  const [shown] = await context.visible(completion, { match: { id: row.id } }).rows({ first: 1 });
  return whole(context, shown);
}

/** States in which the declared kilometres may be explained: all before the confirmation. */
const MAY_EXPLAIN = ['draft', 'refill', 'submitted'];

async function explain(
  { id, mileageExplain }: CallInputOf<typeof explainMileage>,
  context: Context,
): Promise<Completion> {
  const [row] = await context.visible(completion, { match: { id } }).rows({ first: 1 });
  if (!row) throw refuseRow.missing({ title: completion.title });
  // Lock the row, so that a concurrent confirmation runs before or after this call.
  const [held] = await context.lockRows(completion, [row.id]);
  if (!MAY_EXPLAIN.includes(held?.completeStatus ?? '')) throw refuse.completionChecked({ no: row.completionNo });
  if (!mileageExplain)
    throw refuse.mileageUnexplained({
      fields: [{ field: 'mileageExplain', words: ['请填写里程说明', 'Explain the distance'] }],
    });
  return context.change(completion, row.id, {
    mileageExplain: mileageExplain.slice(0, 255),
    mileageStatus: 'explained',
  });
}

const calls: readonly OwnCall[] = [
  implement(saveCompletion, { write: batchSave }),
  implement(correctEquipment, {
    write: ({ completionId, lines }, context) => correct(context, completionId, { equipment: lines ?? [] }),
  }),
  implement(correctSupplies, {
    write: ({ completionId, lines }, context) => correct(context, completionId, { supplies: lines ?? [] }),
  }),
  implement(explainMileage, { write: explain }),
  implement(annexesOfCompletion, {
    read: async ({ completionId }, reading) => (completionId ? annexesOf(reading, { completionId }) : []),
  }),
  implement(annexTypesOfForm, {
    async read({ dispId }, reading) {
      const [of] = dispId
        ? await reading
            .visible(visit, { match: { dispId } })
            .rows({ order: 't.is_current desc nulls last, t.visit_seq desc', first: 1 })
        : [];
      return of ? annexTypesOf(reading, of) : [];
    },
  }),
];

export default behaviour<typeof completion>(completion, {
  async saving(context, { before, values }) {
    if (!before) return taken(context, values);
    return {
      ...(values.mileageExplain && before.mileageStatus === 'explain' && { mileageStatus: 'explained' as const }),
      // A signature is about the sum under which it was drawn: another sum needs another signature.
      ...(before.signFile &&
        (values.signFile ?? before.signFile) === before.signFile && { signedTotal: before.signedTotal }),
    };
  },
  async saved(context, { before, row, extra }) {
    if (before) return;
    await context.change(visit, row.dispatchListId, { completionId: row.id });
    await chargeClosedDoors(context, row);
    if (extra && !extra.draft) await context.act(completion, row.id, 'submit');
  },
  releases: ['visit.completionId'],
  leaving: (context, rows) =>
    context.changeAll(visit, new Map(rows.map((row) => [row.dispatchListId, { completionId: null }]))),
  async restoring(context, row) {
    if (await liveCompletion(context, row.dispatchListId)) throw refuse.completionThere();
    await context.change(visit, row.dispatchListId, { completionId: row.id });
  },
  actions: {
    async submit(context, of, { at }) {
      return submission(context, of, of.visitResult, await submittedAt(context, of, at));
    },
    pass: passCompletion,
    reopen,
    cover: changeCover,
    async redo(_context, of) {
      return redo(of);
    },
    async refill(_context, _of, { reason }) {
      return { confirmResult: 'refill', backReason: reason };
    },
  },
  async moved(context, { by, before, row }) {
    if (by === 'submit') await endVisit(context, row);
    if (by === 'pass') await passed(context, row);
    if (by === 'reopen') await recountServices(context, row);
    if (by === 'cover') await recount(context, row.id);
    if (by === 'redo') {
      await context.change(visit, row.dispatchListId, { isCurrent: false });
      await addUp(context, row.registrationFormId);
      await followVisit(context, row.dispId, 'redo');
    }
    await informOfMove(context, { by, before, row });
  },
  computed: {
    workMinutes: 'floor(extract(epoch from t.end_time - t.start_time) / 60)::int',
    unpaidAmount: 'coalesce(t.receivable_amount, 0) - coalesce(t.practical_amount, 0)',
  },
  timed: { firstFix: { cron: '30 2 * * *', work: recountFirstFix } },
  detail: (reading, row) => whole(reading, row),
  detailParts: completionParts,
  calls: [...calls, ...lookCalls, ...officeCalls],
});
