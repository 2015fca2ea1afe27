import type { FieldProblem } from '#kernel/language/refusal.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { askedDespiteCover } from '#business/intake/cover/cover-fees.rules.ts';
import { payersOf } from '#business/intake/cover/cover.rules.ts';
import { serviceStandard } from '#business/masterdata/standards/service-standard/service-standard.paper.ts';
import { registrationEquipment } from '#business/intake/registration/registration-equipment.paper.ts';
import { orderOf } from '#business/intake/registration/order-of.server.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import type { visit } from '#business/dispatch/visit/visit.paper.ts';
import { type VisitResult, isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { assertAnnexes } from '../annexes/annexes.server.ts';
import { chargeProblems } from '../charges/charges.server.ts';
import { completionEquipment } from './completion-equipment.paper.ts';
import type { CheckDemand } from '../at-door/check-demand.calls.ts';
import { judgeChecklist } from './checklist.rules.ts';
import { mileageFits } from '../mileage/mileage.rules.ts';
import { discountTooLarge, hasOpenRest, exceedsReceivable } from '../money.rules.ts';
import { telemetryOfVisit } from '../at-door/telemetry.service.ts';
import { feesAsked } from './collections.service.ts';
import type { completion } from './completion.paper.ts';
import { registrationEquipmentFacts } from '#business/intake/registration/registration-equipment-facts.relation.ts';

type Completion = Row<typeof completion>;
type Order = Row<typeof registration>;

const problem = (field: string, zh: string, en: string): FieldProblem => ({ field, words: [zh, en] });

/** Return what is missing about the fault of a repair or complaint: class, cause, and action taken. */
function faultTold(of: Completion, order: Order): FieldProblem[] {
  if (!['repair', 'complaint'].includes(order.receiptsType)) return [];
  return [
    ...(of.faultCategory ? [] : [problem('faultCategory', '请选择故障类别', 'Choose the fault class')]),
    ...(of.faultCause ? [] : [problem('faultCause', '请选择故障原因', 'Choose the cause')]),
    ...(of.serviceMeasure ? [] : [problem('serviceMeasure', '请选择处理措施', 'Choose the measure')]),
  ];
}

/**
 * Return the service standard of the work. It is the one named by a machine of the order, else the published one that
 * fits the order best.
 */
async function standardOf(context: Reading, order: Order): Promise<Row<typeof serviceStandard> | null> {
  const [named] = await context.sql.query<{ id: string }>(
    `select standard_id::text as id from ${registrationEquipmentFacts} where tenant_id = $1 and registration_form_id = $2 and standard_id is not null and is_deleted = 0 limit 1`,
    [context.tenantId, order.id],
  );
  if (named) return context.get(serviceStandard, named.id);
  const published = await context.find(serviceStandard, { publishStatus: 'published' }, { limit: 200 });
  const fits = published.filter(
    (one) =>
      ['completion', 'maintain', 'install', 'clean'].includes(one.moduleName) &&
      (!one.receiptsType || one.receiptsType === order.receiptsType) &&
      (!one.systemType || one.systemType === order.repairType) &&
      (one.receiptsType || one.systemType),
  );
  return (
    fits.toSorted(
      (one, other) =>
        Number(Boolean(other.receiptsType)) +
        Number(Boolean(other.systemType)) -
        Number(Boolean(one.receiptsType)) -
        Number(Boolean(one.systemType)),
    )[0] ?? null
  );
}

/** Return the check list that the service standard of the order demands. */
export async function demandsOf(context: Reading, order: Order): Promise<readonly CheckDemand[]> {
  return ((await standardOf(context, order))?.checklist ?? []) as readonly CheckDemand[];
}

/** Return whether the customer must sign or enter the code, by the type of order or by its service standard. */
export async function needsSignature(reading: Reading, order: Order): Promise<boolean> {
  const types = (await reading.parameter('as.completion.codeTypes')).split(',').map((one) => one.trim());
  return types.includes(order.receiptsType) || (await standardOf(reading, order))?.needSign === true;
}

/**
 * Check the check lists of single machines. Each has the list of the standard that the order names for it, else that of
 * the whole work.
 */
async function machineChecks(
  context: Context,
  of: Completion,
  order: Order,
  demands: readonly CheckDemand[],
): Promise<{ name: string; missing: readonly CheckDemand[]; abnormal: readonly CheckDemand[] }[]> {
  const lines = (await context.find(completionEquipment, { completionId: of.id }, { limit: 500 })).filter(
    (line) => line.checklist?.length,
  );
  if (lines.length === 0) return [];
  const named = new Map(
    (await context.find(registrationEquipment, { registrationFormId: order.id }, { limit: 500 })).flatMap((one) =>
      one.equipmentId && one.standardId ? [[one.equipmentId, one.standardId]] : [],
    ),
  );
  const judgements = [];
  for (const line of lines) {
    const standardId = line.equipmentId && named.get(line.equipmentId);
    const own = standardId
      ? ((await context.get(serviceStandard, standardId)).checklist as readonly CheckDemand[])
      : demands;
    judgements.push({ name: line.equipmentName, ...judgeChecklist(own ?? [], line.checklist ?? []) });
  }
  return judgements;
}

/**
 * Return what is missing in the check lists, and the number of abnormal answers. The list of the whole work may be
 * empty if machines have their own.
 */
async function checks(
  context: Context,
  of: Completion,
  order: Order,
): Promise<{ problems: FieldProblem[]; abnormal: number }> {
  const demands = await demandsOf(context, order);
  const machines = await machineChecks(context, of, order, demands);
  const whole = judgeChecklist(demands, of.checklist ?? []);
  const lists = machines.length && !of.checklist?.length ? machines : [{ name: '', ...whole }, ...machines];
  const problems = lists
    .filter((one) => one.missing.length)
    .map(({ name, missing }) => {
      const [zh, en] = [missing.map((one) => one.label).join('、'), missing.map((one) => one.label).join(', ')];
      return problem('checklist', `检查项未填:${name && `${name} `}${zh}`, `Not checked: ${name && `${name}: `}${en}`);
    });
  return { problems, abnormal: lists.reduce((sum, one) => sum + one.abnormal.length, 0) };
}

/**
 * Return what is missing for the customer's acceptance, where it is required. A refusal to sign needs a photo or the
 * signature of a witness.
 */
async function accepted(context: Context, of: Completion, order: Order): Promise<FieldProblem[]> {
  if (of.finishCodeTime || of.signFile || !(await needsSignature(context, order))) return [];
  if (!of.signRefused)
    return [problem('signFile', '请客户签名，或填写验收码', 'The customer signs, or tells the code')];
  return of.refusedProof
    ? []
    : [
        problem(
          'refusedProof',
          '客户不签：请附现场照片或见证人签名',
          'Not signed: add a photo or the signature of a witness',
        ),
      ];
}

async function mileage(
  context: Context,
  of: Completion,
): Promise<{ mileageStatus: Completion['mileageStatus']; problems: FieldProblem[] }> {
  if (!of.mileageKm || !of.mileageSystemKm) return { mileageStatus: 'ok', problems: [] };
  const fits = mileageFits(
    of.mileageKm,
    of.mileageSystemKm,
    Number(await context.parameter('as.mileage.toleranceKm')) || 5,
    Number(await context.parameter('as.mileage.tolerancePercent')) || 20,
  );
  if (fits) return { mileageStatus: 'ok', problems: [] };
  return of.mileageExplain
    ? { mileageStatus: 'explained', problems: [] }
    : {
        mileageStatus: 'explain',
        problems: [problem('mileageExplain', '里程偏差过大，请填写里程说明', 'The distance is far off: explain it')],
      };
}

/**
 * Return what is missing about the money: reasons for a fee that another party should pay, and for an open amount.
 * Refuse collections above the fees, and a large discount without the leader.
 */
async function money(context: Context, of: Completion): Promise<FieldProblem[]> {
  const over = exceedsReceivable(of, await context.ask(feesAsked, { completionId: of.id }));
  if (over.length) throw refuse.moreThanFee();
  const payers = of.coverFees ?? payersOf(of.weibao);
  const charged = of.coverExplain
    ? []
    : askedDespiteCover(payers, {
        labor: of.laborFee,
        material: of.materialFee,
        mileage: of.mileageFee,
        other: of.otherFee,
      });
  if (charged.length)
    return [
      problem(
        'coverExplain',
        `${charged.map(([zh]) => zh).join('、')}按维保由他人承担，仍要向客户收取请说明`,
        `${charged.map(([, en]) => en).join(', ')}: another pays under the cover; say why the customer is asked`,
      ),
    ];
  if (hasOpenRest(of.receivableAmount, of.practicalAmount) && !of.unpaidReason)
    return [problem('unpaidReason', '请选择未收原因', 'Say why a rest is open')];
  if (discountTooLarge(of, Number(await context.parameter('as.discount.limitPercent')) || 10))
    context.need('ascompletionregistration_discount', refuse.discountNeedsLeader());
  return [];
}

/**
 * Refuse a submission in which something required is missing, naming the fields. A partial result needs no check list,
 * signature or fault. Return the values of the checks.
 */
export async function assertComplete(
  context: Context,
  of: Completion,
  at: Row<typeof visit>,
  result: VisitResult,
): Promise<Partial<Completion>> {
  const order = await orderOf(context, of);
  const final = isFinal(result);
  if (of.startTime > of.endTime)
    throw refuse.windowReversed({
      fields: [problem('endTime', '结束时间不能早于开始时间', 'The end cannot lie before the start')],
    });
  const checked = final ? await checks(context, of, order) : { problems: [], abnormal: 0 };
  const km = await mileage(context, of);
  const telemetryState = final ? await context.ask(telemetryOfVisit, { visitId: at.id }) : null;
  const problems = [
    ...(final ? faultTold(of, order) : []),
    ...(final ? await accepted(context, of, order) : []),
    ...km.problems,
    ...(await money(context, of)),
    ...(await chargeProblems(context, of)),
    ...checked.problems,
  ];
  if (problems.length)
    throw km.problems.length === problems.length
      ? refuse.mileageUnexplained({ fields: problems })
      : refuse.completionIncomplete({ words: problems[0].words }, { fields: problems });
  if (final && result !== 'remote') await assertAnnexes(context, at);
  return { mileageStatus: km.mileageStatus, abnormalCount: checked.abnormal, telemetryState };
}
