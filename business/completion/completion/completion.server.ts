import type { Row } from '#kernel/language/paper.ts';
import { behaviour, type CallInput, type Context, type OwnCall, row as refuseRow } from '#kernel/server';
import { ended } from '#business/dispatch/visit/end-visit.server.ts';
import { followVisit } from '#business/dispatch/pool/follow.server.ts';
import { stepTime } from '#business/dispatch/visit/visit-hands.server.ts';
import { crewOf } from '#business/dispatch/occupancy/occupancy.server.ts';
import { OPEN_VISIT_STATES, isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { refuse } from '../refusals.ts';
import type { VisibleRow } from '#kernel/server';
import { idFrom } from '#kernel/fields/ref/ref.ts';
import { annexTypesOf } from '../annexes/annexes.server.ts';
import { chargeClosedDoors } from '../charges/charges.server.ts';
import { systemKm } from '#business/dispatch/visit/mileage.server.ts';
import { postSupplies } from '../supplies/supplies.server.ts';
import { passCompletion, passed, redo, reopen } from './back-confirm.server.ts';
import { recountServices } from './after-pass.server.ts';
import { batchSave } from './batch-save.server.ts';
import { changeCover } from './change-cover.server.ts';
import { completion } from './completion.paper.ts';
import { recountFirstFix } from './first-fix.server.ts';
import { lookCalls } from '../review/look.server.ts';
import { officeCalls } from '../at-door/office-calls.server.ts';
import { annexesOf, whole } from './read-completion.server.ts';
import { liveCompletion, submission } from './submit-for-visit.server.ts';
import { addUp, recount } from './totals.server.ts';

type Completion = Row<typeof completion>;

/** Before working only what was solved from afar has a completion. */
const MAY_WRITE = ['accepted', 'appointed', 'working', 'paused', 'finished', 'partial', 'confirmed'];

/** What a completion takes over from its visit and order. */
async function taken(context: Context, values: Partial<Completion>): Promise<Partial<Completion>> {
  const of = await context.get(visit, values.dispatchListId!);
  if (of.dispId !== values.dispId) throw refuse.visitOfOtherForm();
  if (!MAY_WRITE.includes(of.taskStatus!)) throw refuse.completionTooEarly();
  if (await liveCompletion(context, of.id)) throw refuse.completionThere();
  const order = await context.get(registration, of.registrationFormId!);
  const crew = await crewOf(context, of.dispId);
  return {
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
    // Submitted at once, it is a draft first: its demands are checked when everything that belongs to it is there.
    completeStatus: 'draft',
    faultCategory: values.faultCategory ?? order.faultCategory,
    mileageSystemKm: await systemKm(context, of),
    pieceStatus: 'none',
  };
}

/** When it is submitted: the step of an open visit, by the phone; later the moment it is. */
async function submittedAt(context: Context, row: Completion, at: string | null): Promise<string> {
  const of = await context.get(visit, row.dispatchListId);
  return OPEN_VISIT_STATES.includes(of.taskStatus) ? stepTime(context, of, at) : context.now();
}

/** The visit ends with the step that submits its completion, whatever that says of the work. */
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

/** Lines changed after the submission: sums follow, and stock by the difference. */
async function correct(paper: 'equipment' | 'supplies', { body }: CallInput, context: Context): Promise<unknown> {
  const [row] = await context.visible(completion, {
    match: { id: idFrom(String(body.completionId ?? '')) },
    limit: 1,
  });
  if (!row) throw refuseRow.missing({ title: completion.title });
  const before = await context.get(completion, row.id);
  if (before.completeStatus === 'submitted') context.need('ascompletionregistration_refill', refuse.notAllowed());
  await context.resubmit(completion, row.id, { id: row.id, [paper]: Array.isArray(body.lines) ? body.lines : [] });
  if (before.completeStatus === 'submitted' && paper === 'supplies') {
    const nth = (before.submitCount ?? 0) + 1;
    await postSupplies(context, before, nth);
    await context.change(completion, row.id, { submitCount: nth });
  }
  await recount(context, row.id);
  const [shown] = await context.visible(completion, { match: { id: row.id }, limit: 1 });
  return whole(context, shown);
}

/** Where the distance may still be explained: as long as nobody has agreed to it. */
const MAY_EXPLAIN = ['draft', 'refill', 'submitted'];

async function explain({ body }: CallInput, context: Context): Promise<unknown> {
  const [row] = await context.visible(completion, { match: { id: idFrom(String(body.id ?? '')) }, limit: 1 });
  if (!row) throw refuseRow.missing({ title: completion.title });
  // Whoever confirms it at the same moment comes before or after, never between.
  const [held] = await context.lockRows(completion, [String(row.id)]);
  if (!MAY_EXPLAIN.includes(held?.completeStatus ?? ''))
    throw refuse.completionChecked({ no: String(row.completionNo) });
  const words = String(body.mileageExplain ?? '').trim();
  if (!words)
    throw refuse.mileageUnexplained({
      fields: [{ field: 'mileageExplain', words: ['请填写里程说明', 'Explain the distance'] }],
    });
  return context.change(completion, row.id, { mileageExplain: words.slice(0, 255), mileageStatus: 'explained' });
}

const calls: readonly OwnCall[] = [
  {
    method: 'POST',
    path: 'batchSave',
    needs: 'submit',
    summary: ['一次保存完工(表头、设备、用料、附件、收款)', 'Save a completion whole'],
    write: batchSave,
  },
  {
    method: 'POST',
    path: 'updateEquipment',
    needs: 'edit',
    summary: ['更正完工设备', 'Correct equipment lines'],
    write: (asking, context) => correct('equipment', asking, context),
  },
  {
    method: 'POST',
    path: 'updateSupplies',
    needs: 'edit',
    summary: ['更正完工用料', 'Correct material lines'],
    write: (asking, context) => correct('supplies', asking, context),
  },
  {
    method: 'POST',
    path: 'updateMileageExplain',
    needs: 'edit',
    summary: ['里程说明', 'Explain the mileage'],
    write: explain,
  },
  {
    method: 'GET',
    path: 'annexList',
    needs: 'view',
    query: ['completionId'],
    summary: ['完工附件', 'Annexes of a completion'],
    read: ({ query }, reading) => annexesOf(reading, { completionId: idFrom(query.completionId) }),
  },
  {
    method: 'GET',
    path: 'annexTypes',
    needs: 'view',
    query: ['dispId'],
    summary: ['所需附件分类', 'Required annex classes'],
    // Of the visit that stands for the form now; where none does, of its last.
    async read({ query }, reading) {
      const [of] = await reading.visible(visit, {
        match: { dispId: idFrom(query.dispId) },
        order: 't.is_current desc nulls last, t.visit_seq desc',
        limit: 1,
      });
      return of ? annexTypesOf(reading, of as never) : [];
    },
  },
];

export default behaviour<typeof completion>(completion, {
  async saving(context, { before, values }) {
    if (!before) return taken(context, values);
    if (values.mileageExplain && before.mileageStatus === 'explain') return { mileageStatus: 'explained' };
  },
  async saved(context, { before, row, extra }) {
    if (before) return;
    await context.change(visit, row.dispatchListId, { completionId: row.id });
    await chargeClosedDoors(context, row);
    if (Object.keys(extra).length && extra.draft !== true && extra.draft !== 'true')
      await context.act(completion, row.id, 'submit');
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
  async moved(context, { by, row }) {
    if (by === 'submit') await endVisit(context, row);
    if (by === 'pass') await passed(context, row);
    if (by === 'reopen') await recountServices(context, row);
    if (by === 'cover') await recount(context, row.id);
    if (by === 'redo') {
      await context.change(visit, row.dispatchListId, { isCurrent: false });
      await addUp(context, row.registrationFormId);
      await followVisit(context, row.dispId, 'redo');
    }
  },
  computed: {
    workMinutes: 'floor(extract(epoch from t.end_time - t.start_time) / 60)::int',
    unpaidAmount: 'coalesce(t.receivable_amount, 0) - coalesce(t.practical_amount, 0)',
  },
  timed: { firstFix: { cron: '30 2 * * *', work: recountFirstFix } },
  detail: (reading, row) => whole(reading, row as unknown as VisibleRow),
  calls: [...calls, ...lookCalls, ...officeCalls],
});
