import type { FieldProblem } from '#kernel/language/refusal.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server/context.ts';
import { collection } from '../../money/collection/collection.paper.ts';
import { refuse } from '../../refusals.ts';
import { serviceStandard } from '../../standards/service-standard/service-standard.paper.ts';
import { registration } from '../../repair/registration/registration.paper.ts';
import type { visit } from '../../dispatch/visit/visit.paper.ts';
import { type VisitResult, isFinal } from '../../dispatch/visit-states.rules.ts';
import { assertAnnexes } from '../annexes.server.ts';
import { type CheckDemand, judged } from '../checklist.rules.ts';
import { mileageFits } from '../mileage.rules.ts';
import { discountTooLarge, isOpen, overAsked } from '../money.rules.ts';
import type { completion } from './completion.paper.ts';

type Completion = Row<typeof completion>;
type Order = Row<typeof registration>;

const problem = (field: string, zh: string, en: string): FieldProblem => ({ field, words: [zh, en] });

/** A fault that was reported must be told in three words before the job is over. */
function faultTold(of: Completion, order: Order): FieldProblem[] {
  if (!['repair', 'complaint'].includes(order.receiptsType)) return [];
  return [
    ...(of.faultCategory ? [] : [problem('faultCategory', '请选择故障类别', 'Choose the fault class')]), ...(of.faultCause ? [] : [problem('faultCause', '请选择故障原因', 'Choose the cause')]),
    ...(of.serviceMeasure ? [] : [problem('serviceMeasure', '请选择处理措施', 'Choose the measure')]),
  ];
}

/** The standard of the work: the one of a machine of the order, else the published one for system and kind. */
async function standardOf(context: Reading, order: Order): Promise<Row<typeof serviceStandard> | null> {
  const [named] = await context.sql.query<{ id: string }>('select standard_id::text as id from asregistrationequipment where tenant_id = $1 and registration_form_id = $2 and standard_id is not null and is_deleted = 0 limit 1', [context.tenantId, order.id]);
  if (named) return context.get(serviceStandard, named.id);
  const published = await context.find(serviceStandard, { publishStatus: 'published' }, 200);
  const fits = published.filter((one) => ['completion', 'maintain', 'install', 'clean'].includes(one.moduleName) && (!one.receiptsType || one.receiptsType === order.receiptsType) && (!one.systemType || one.systemType === order.repairType) && (one.receiptsType || one.systemType));
  return fits.toSorted((one, other) => Number(Boolean(other.receiptsType)) + Number(Boolean(other.systemType)) - Number(Boolean(one.receiptsType)) - Number(Boolean(one.systemType)))[0] ?? null;
}

/** The check list that the work asks for. */
export async function demandsOf(context: Reading, order: Order): Promise<readonly CheckDemand[]> {
  return ((await standardOf(context, order))?.checklist ?? []) as unknown as readonly CheckDemand[];
}

/** Signature or code, where the kind of order asks for it; where the customer refuses both, a reason and a photo or the signature of a witness. */
async function accepted(context: Context, of: Completion, order: Order): Promise<FieldProblem[]> {
  const types = (await context.parameter('as.completion.codeTypes')).split(',').map((one) => one.trim());
  if (!types.includes(order.receiptsType) || of.finishCodeTime || of.signFile) return [];
  if (!of.signRefused) return [problem('signFile', '请客户签名，或填写验收码', 'The customer signs, or tells the code')];
  return of.refusedProof ? [] : [problem('refusedProof', '客户不签：请附现场照片或见证人签名', 'Not signed: add a photo or the signature of a witness')];
}

async function mileage(context: Context, of: Completion): Promise<{ mileageStatus: Completion['mileageStatus']; problems: FieldProblem[] }> {
  if (!of.mileageKm || !of.mileageSystemKm) return { mileageStatus: 'ok', problems: [] };
  const fits = mileageFits(of.mileageKm, of.mileageSystemKm, Number(await context.parameter('as.mileage.toleranceKm')) || 5, Number(await context.parameter('as.mileage.tolerancePercent')) || 20);
  if (fits) return { mileageStatus: 'ok', problems: [] };
  return of.mileageExplain ? { mileageStatus: 'explained', problems: [] } : { mileageStatus: 'explain', problems: [problem('mileageExplain', '里程偏差过大，请填写里程说明', 'The distance is far off: explain it')] };
}

/** Money that is asked for, received and open must fit together. */
async function money(context: Context, of: Completion): Promise<FieldProblem[]> {
  const rows = await context.find(collection, { completionId: of.id }, 200);
  const over = overAsked(of, rows as never);
  if (over.length) throw refuse.moreThanFee();
  if (isOpen(of.receivableAmount, of.practicalAmount) && !of.unpaidReason) return [problem('unpaidReason', '请选择未收原因', 'Say why a rest is open')];
  if (discountTooLarge(of, Number(await context.parameter('as.discount.limitPercent')) || 10) && !context.may('ascompletionregistration_discount')) throw refuse.discountNeedsLeader();
  return [];
}

/**
 * Everything a completion must show before it is submitted; refuses with the fields that lack. A partial one needs neither check list nor
 * signature nor fault. Answers what the checks found out.
 */
export async function assertComplete(context: Context, of: Completion, at: Row<typeof visit>, result: VisitResult): Promise<Partial<Completion>> {
  const order = await context.get(registration, of.registrationFormId!);
  const final = isFinal(result);
  if (of.startTime > of.endTime) throw refuse.windowReversed({ fields: [problem('endTime', '结束时间不能早于开始时间', 'The end cannot lie before the start')] });
  const demands = final ? await demandsOf(context, order) : [];
  const checked = judged(demands, of.checklist ?? []);
  const km = await mileage(context, of);
  const problems = [
    ...(final ? faultTold(of, order) : []), ...(final ? await accepted(context, of, order) : []), ...km.problems, ...await money(context, of),
    ...(checked.missing.length ? [problem('checklist', `检查项未填:${checked.missing.map((one) => one.label).join('、')}`, `Not checked: ${checked.missing.map((one) => one.label).join(', ')}`)] : []),
  ];
  if (problems.length) throw km.problems.length === problems.length ? refuse.mileageUnexplained({ fields: problems }) : refuse.completionIncomplete({ words: problems[0].words }, { fields: problems });
  if (final && result !== 'remote') await assertAnnexes(context, at);
  return { mileageStatus: km.mileageStatus, abnormalCount: checked.abnormal.length };
}
