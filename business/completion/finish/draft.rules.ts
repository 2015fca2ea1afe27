import { asText } from '#kernel/language/values.ts';
import Big from 'big.js';
import type { Label } from '#kernel/language/label.ts';
import { type CheckAnswer, judgeChecklist } from '../completion/checklist.rules.ts';
import type { CompletionBody } from '../completion/completion.calls.ts';
import { mileageFits } from '../mileage/mileage.rules.ts';
import { amountOf, receivableOf } from '../money.rules.ts';
import { isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { askedDespiteCover } from '#business/intake/cover/cover-fees.rules.ts';
import { type CoverFees, payersOf } from '#business/intake/cover/cover.rules.ts';
import { type ChargeLine, chargeBody, chargeFiles, chargesFor, chargedIn } from './charges.rules.ts';
import type { BagItem, CompanyTerms, Visit } from '../at-door/own-day.calls.ts';
import type { VisitResult } from '#business/dispatch/visit/visit-states.rules.ts';
import { counted } from '#kernel/language/plural.ts';

export interface SupplyLine {
  readonly id?: string;
  readonly bagId: string;
  readonly materialId: string;
  readonly warehouseId: string;
  readonly itemName: string;
  readonly qty: string;
  readonly unitPrice: string;
  readonly payer: string;
  readonly oldPartReturn: boolean;
  readonly serialNos: string;
  /** Serial numbers of the old parts that are taken back, if the material has them. */ readonly oldSerialNos: string;
}
export interface MachineLine {
  readonly id?: string;
  readonly equipmentId: string | null;
  readonly equipmentName: string;
  readonly qty: string;
  readonly equipmentStatus: string;
  readonly measureNote: string;
}
export interface DraftCollection {
  readonly id: string;
  readonly collectType: string;
  readonly paymentTypeId: string;
  readonly receivableAmount: string;
  readonly amount: string;
  readonly collectTime: string;
}

/** The input of a completion before it is sent. Amounts and quantities are decimals as texts, money in CNY. */
export interface FinishDraft {
  readonly visitResult: VisitResult;
  readonly faultCategory: string;
  readonly faultCause: string;
  readonly serviceMeasure: string;
  readonly maintenanceContent: string;
  readonly advice: string;
  readonly checks: Readonly<Record<string, { readonly value: string; readonly note?: string }>>;
  readonly machines: readonly MachineLine[];
  readonly supplies: readonly SupplyLine[];
  readonly laborFee: string;
  readonly discountAmount: string;
  readonly wayId: string;
  /** The amount received now; empty means the whole amount due. */ readonly received: string;
  readonly unpaidReason: string;
  readonly collects: readonly DraftCollection[];
  readonly charges: readonly ChargeLine[];
  readonly mileageKm: string;
  readonly mileageExplain: string;
  /** Why the completion is submitted although telemetry does not confirm the repair. */
  readonly telemetryReason: string;
  /**
   * The reason to charge the customer for fees that another party pays under the cover.
   */ readonly coverExplain: string;
  readonly acceptBy: 'sign' | 'code' | 'refused';
  readonly sign: Blob | null;
  readonly signLink: string;
  readonly signName: string;
  /** The amount due that was shown when the customer signed; empty without a signature of this form. */
  readonly signedTotal: string;
  readonly finishCode: string;
  readonly signRefused: string;
  /** A photo, or the signature of a witness, when the customer refuses to sign. */ readonly proof: Blob | null;
  readonly proofLink: string;
}

const rowsIn = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []);

/**
 * Return the form values for a visit: those of its stored completion, or initial ones. `km` is the way as the phone
 * estimates it.
 */
export function draftFor(of: Visit, km: number | null): FinishDraft {
  const before = of.completion;
  const checks = Object.fromEntries(
    rowsIn<CheckAnswer>(before.checklist).map((one) => [one.key, { value: one.value, note: one.note }]),
  );
  const machines = rowsIn<MachineLine>(before.equipment);
  return {
    visitResult: (before.visitResult as VisitResult | undefined) || (of.arriveTime ? 'done' : 'remote'),
    faultCategory: asText(before.faultCategory || of.registration?.faultCategory),
    faultCause: asText(before.faultCause),
    serviceMeasure: asText(before.serviceMeasure),
    maintenanceContent: asText(before.maintenanceContent),
    advice: asText(before.advice),
    checks,
    machines: machines.length
      ? machines
      : of.equipment.map((one) => ({
          equipmentId: one.equipmentId ?? null,
          equipmentName: one.equipmentName,
          qty: '1',
          equipmentStatus: 'normal',
          measureNote: '',
        })),
    supplies: rowsIn<SupplyLine>(before.supplies).map((one) => ({
      ...one,
      bagId: '',
      serialNos: asText(one.serialNos),
      oldSerialNos: asText(one.oldSerialNos),
    })),
    laborFee: asText(before.laborFee) || '0',
    discountAmount: asText(before.discountAmount) || '0',
    wayId: '',
    received: '',
    unpaidReason: asText(before.unpaidReason),
    collects: rowsIn<DraftCollection>(before.collects),
    charges: chargesFor(of),
    mileageKm: asText(before.mileageKm) || (of.arriveTime ? asText(km) : '0'),
    mileageExplain: asText(before.mileageExplain),
    telemetryReason: asText(before.telemetryReason),
    coverExplain: asText(before.coverExplain),
    acceptBy: before.signRefused ? 'refused' : 'sign',
    sign: null,
    signLink: asText(before.signFile),
    signName: asText(before.signName),
    signedTotal: asText(before.signedTotal),
    finishCode: '',
    signRefused: asText(before.signRefused),
    proof: null,
    proofLink: asText(before.refusedProof),
  };
}

/** Return the payer of a kind of fee under the cover of the order. */
export const payerOf = (of: Visit, fee: 'labor' | 'material' | 'mileage' | 'other'): string =>
  (of.registration?.coverFees || undefined)?.[fee] ?? 'customer';

/** Return the payer of a part. If the customer would pay, a part under part warranty is free. */
const payerForPart = (of: Visit, materialId: string): string =>
  of.partWarranties?.[materialId] && payerOf(of, 'material') === 'customer'
    ? payersOf('partWarranty').material
    : payerOf(of, 'material');

/** Return the draft with one more piece of a material from the van, at most as many as it holds. */
export function withItem(draft: FinishDraft, item: BagItem, of: Visit): FinishDraft {
  const known = draft.supplies.find((line) => line.bagId === item.id);
  if (known)
    return {
      ...draft,
      supplies: draft.supplies.map((line) =>
        line === known
          ? {
              ...line,
              qty: new Big(line.qty).plus(1).gt(item.available) ? line.qty : new Big(line.qty).plus(1).toString(),
            }
          : line,
      ),
    };
  const line: SupplyLine = {
    bagId: item.id,
    materialId: item.materialId,
    warehouseId: item.warehouseId,
    itemName: item.itemName,
    qty: '1',
    unitPrice: item.salePrice,
    payer: payerForPart(of, item.materialId),
    oldPartReturn: item.returnOld,
    serialNos: item.serialNo ?? '',
    oldSerialNos: '',
  };
  return { ...draft, supplies: [...draft.supplies, line] };
}

const asAmount = (typed: string): string =>
  /^\d{1,10}(\.\d{0,2})?$/.test(typed.trim()) ? new Big(typed.trim()).toFixed(2) : '0.00';

export interface DraftSums {
  readonly labor: string;
  readonly material: string;
  readonly mileage: string;
  /** Sum of the extra charges that the customer pays. */ readonly other: string;
  readonly discount: string;
  readonly due: string;
  readonly paidBefore: string;
  readonly received: string;
  readonly open: string;
}

/** Return what the customer owes, has paid before and pays now. */
export function draftSumsOf(of: Visit, draft: FinishDraft, terms: CompanyTerms): DraftSums {
  const labor = asAmount(draft.laborFee);
  const material = draft.supplies
    .filter((line) => line.payer === 'customer')
    .reduce((sum, line) => sum.plus(amountOf(line.qty || '0', line.unitPrice || '0')), new Big(0))
    .toFixed(2);
  const mileage =
    payerOf(of, 'mileage') === 'customer' && /^\d+(\.\d+)?$/.test(draft.mileageKm)
      ? new Big(draft.mileageKm).times(terms.mileagePrice || '0').toFixed(2)
      : '0.00';
  const [other, discount] = [chargedIn(draft.charges, payerOf(of, 'other')), asAmount(draft.discountAmount)];
  const due = receivableOf({
    laborFee: labor,
    materialFee: material,
    mileageFee: mileage,
    otherFee: other,
    discountAmount: discount,
  });
  const paidBefore = draft.collects.reduce((sum, row) => sum.plus(row.amount), new Big(0));
  const rest = new Big(due).minus(paidBefore);
  const received =
    draft.wayId === '' || draft.wayId === 'later'
      ? new Big(0)
      : draft.received === ''
        ? rest
        : new Big(asAmount(draft.received));
  return {
    labor,
    material,
    mileage,
    other,
    discount,
    due,
    paidBefore: paidBefore.toFixed(2),
    received: (received.lt(0) ? new Big(0) : received).toFixed(2),
    open: rest.minus(received.lt(0) ? 0 : received).toFixed(2),
  };
}

/** Return the labels of fees that the draft charges to the customer although another party should pay them. */
export const despiteCover = (of: Visit, { labor, material, mileage, other }: DraftSums): Label[] =>
  askedDespiteCover((of.registration?.coverFees ?? {}) as Partial<CoverFees>, { labor, material, mileage, other });

function coverGaps(of: Visit, draft: FinishDraft, sums: DraftSums): Gap[] {
  const charged = despiteCover(of, sums);
  return charged.length && !draft.coverExplain.trim()
    ? [
        gap(
          'fees',
          `请填写保内收费说明：${charged.map(([zh]) => zh).join('、')}`,
          `Say why the customer pays under the cover: ${charged.map(([, en]) => en).join(', ')}`,
        ),
      ]
    : [];
}

/**
 * Return collection rows for the money received now. The discount reduces fees in order, from labour to other, and the
 * money then covers them in the same order.
 */
export function collectRows(
  sums: DraftSums,
  before: readonly DraftCollection[],
  wayId: string,
): { collectType: string; paymentTypeId: string; receivableAmount: string; amount: string }[] {
  let discount = new Big(sums.discount);
  let left = new Big(sums.received);
  const rows = [];
  for (const [collectType, fee] of [
    ['labor', sums.labor],
    ['material', sums.material],
    ['mileage', sums.mileage],
    ['other', sums.other],
  ] as const) {
    const off = discount.lt(fee) ? discount : new Big(fee);
    discount = discount.minus(off);
    const charged = before
      .filter((row) => row.collectType === collectType)
      .reduce((sum, row) => sum.plus(row.receivableAmount), new Big(0));
    const part = new Big(fee).minus(off).minus(charged);
    const amount = left.lt(part) ? left : part;
    if (amount.lte(0)) continue;
    left = left.minus(amount);
    rows.push({ collectType, paymentTypeId: wayId, receivableAmount: part.toFixed(2), amount: amount.toFixed(2) });
  }
  return rows;
}

export type Section = 'result' | 'check' | 'telemetry' | 'photos' | 'supplies' | 'fees' | 'sign';
/** Something required that the draft lacks, with its section and a message. */
export interface Gap {
  readonly section: Section;
  readonly words: Label;
}

const needsFault = (of: Visit): boolean => ['repair', 'complaint'].includes(of.registration?.receiptsType ?? '');
const gap = (section: Section, zh: string, en: string): Gap => ({ section, words: [zh, en] });

function resultGaps(of: Visit, draft: FinishDraft, final: boolean): Gap[] {
  const fault =
    final && needsFault(of)
      ? [
          ...(draft.faultCategory ? [] : [gap('result', '请选择故障类别', 'Choose the fault class')]),
          ...(draft.faultCause ? [] : [gap('result', '请选择故障原因', 'Choose the cause')]),
          ...(draft.serviceMeasure ? [] : [gap('result', '请选择处理措施', 'Choose the measure')]),
        ]
      : [];
  return [...fault, ...(draft.maintenanceContent.trim() ? [] : [gap('result', '请填写做了什么', 'Say what was done')])];
}

function proofGaps(of: Visit, draft: FinishDraft): Gap[] {
  const { missing } = judgeChecklist(of.checklist, answersOf(of, draft));
  const classes = draft.visitResult === 'remote' ? [] : of.annexTypes.filter((one) => one.missing > 0);
  const photos = classes.reduce((sum, one) => sum + one.missing, 0);
  return [
    ...(missing.length
      ? [
          gap(
            'check',
            `还差 ${missing.length} 项检查：${missing[0].label}`,
            `${missing.length} checks to do: ${missing[0].label}`,
          ),
        ]
      : []),
    ...(photos
      ? [
          gap(
            'photos',
            `还差 ${photos} 张照片：${classes.map((one) => one.name).join('、')}`,
            `${counted(photos, 'photo')} missing: ${classes.map((one) => one.name).join(', ')}`,
          ),
        ]
      : []),
  ];
}

/**
 * Return a gap for the first returned old part without its serial number. A number is needed if the new part has one.
 */
const supplyGaps = (draft: FinishDraft): Gap[] =>
  draft.supplies
    .filter((line) => line.serialNos && line.oldPartReturn && !line.oldSerialNos.trim())
    .slice(0, 1)
    .map((line) =>
      gap('supplies', `请填写${line.itemName}的旧件序列号`, `Type the serial number of the old ${line.itemName}`),
    );

/** Return what is missing if the customer refuses to sign: reason and evidence. */
const refusalGaps = (draft: FinishDraft): Gap[] => [
  ...(draft.signRefused.trim() ? [] : [gap('sign', '请写明客户为什么不签', 'Say why the customer does not sign')]),
  ...(draft.proof || draft.proofLink
    ? []
    : [gap('sign', '不签须有照片或见证人签名', 'Not signed: a photo or a witness is needed')]),
];

/** Return whether there are extra charges to which the customer must agree. */
export const hasCharges = (draft: FinishDraft): boolean => draft.charges.some((one) => !one.closed);

function signGaps(of: Visit, draft: FinishDraft): Gap[] {
  const charged = hasCharges(draft);
  if (!of.needsSignature && !charged) return [];
  if (draft.acceptBy === 'code')
    return /^\d{6}$/.test(draft.finishCode.trim()) ? [] : [gap('sign', '请填写 6 位验收码', 'Type the six digits')];
  if (draft.acceptBy === 'refused')
    return charged
      ? [gap('sign', '现场加收须客户签名或验收码', 'Extra charges need the customer’s signature or code')]
      : refusalGaps(draft);
  return draft.sign || draft.signLink ? [] : [gap('sign', '请客户签名', 'The customer signs')];
}

/** Return whether the declared kilometres differ so much from the estimate that they need an explanation. */
export const mileageIsOff = (draft: FinishDraft, km: number | null, terms: CompanyTerms): boolean =>
  km !== null &&
  /^\d+(\.\d+)?$/.test(draft.mileageKm) &&
  !mileageFits(draft.mileageKm, String(km), terms.toleranceKm, terms.tolerancePercent);

function mileageGaps(draft: FinishDraft, terms: CompanyTerms, km: number | null): Gap[] {
  if (draft.mileageKm !== '' && !/^\d{1,6}(\.\d{1,3})?$/.test(draft.mileageKm))
    return [gap('fees', '里程请填数字', 'Kilometres are a number')];
  return mileageIsOff(draft, km, terms) && !draft.mileageExplain.trim()
    ? [gap('fees', '里程偏差较大，请说明', 'The distance is far off: explain it')]
    : [];
}

function moneyGaps(draft: FinishDraft, { due, open }: DraftSums): Gap[] {
  if (new Big(due).lt(0)) return [gap('fees', '优惠超过了费用', 'The discount is more than the fees')];
  if (new Big(open).lt(0)) return [gap('fees', '实收超过了应收', 'More was taken than is due')];
  if (new Big(open).eq(0) || draft.unpaidReason) return [];
  return [
    draft.wayId
      ? gap('fees', '有未收金额，请选择原因', 'A rest is open: say why')
      : gap('fees', '请选择收款方式', 'Choose how it is paid'),
  ];
}

/** Return everything that is missing in the draft, in the order of the form. A partial result needs less. */
export function draftGapsOf(of: Visit, draft: FinishDraft, terms: CompanyTerms, km: number | null): Gap[] {
  const final = isFinal(draft.visitResult);
  return [
    ...resultGaps(of, draft, final),
    ...(final ? proofGaps(of, draft) : []),
    ...supplyGaps(draft),
    ...mileageGaps(draft, terms, km),
    ...coverGaps(of, draft, draftSumsOf(of, draft, terms)),
    ...moneyGaps(draft, draftSumsOf(of, draft, terms)),
    ...(final || hasCharges(draft) ? signGaps(of, draft) : []),
  ];
}

/** Return the answered items of the check list as they are sent. */
export const answersOf = (of: Visit, draft: FinishDraft): CheckAnswer[] =>
  of.checklist.flatMap((one) => {
    const answer = draft.checks[one.key];
    return answer?.value
      ? [{ key: one.key, label: one.label, value: answer.value, ...(answer.note && { note: answer.note }) }]
      : [];
  });

/** Count the answered items of the check list. */
export const answeredCount = (of: Visit, draft: FinishDraft): number => answersOf(of, draft).length;

function acceptance(draft: FinishDraft): Record<string, unknown> {
  if (draft.acceptBy === 'code') return { finishCode: draft.finishCode.trim() };
  if (draft.acceptBy === 'refused')
    return {
      signRefused: draft.signRefused.trim(),
      ...((draft.proof || draft.proofLink) && { refusedProof: draft.proof ? '@file:0' : draft.proofLink }),
    };
  return draft.sign || draft.signLink
    ? {
        signFile: draft.sign ? '@file:0' : draft.signLink,
        signName: draft.signName.trim() || null,
        signedTotal: draft.signedTotal || null,
      }
    : {};
}

/**
 * Return the files of the completion: first the signature, or the evidence that it was refused (`@file:0` in the body),
 * then the photos of charges.
 */
export function draftFilesOf(draft: FinishDraft): { name: string; blob: Blob }[] {
  return [...acceptanceFiles(draft), ...chargeFiles(draft.charges)];
}

function acceptanceFiles(draft: FinishDraft): { name: string; blob: Blob }[] {
  if (draft.acceptBy === 'sign' && draft.sign) return [{ name: 'signature.png', blob: draft.sign }];
  return draft.acceptBy === 'refused' && draft.proof ? [{ name: 'refused.jpg', blob: draft.proof }] : [];
}

/**
 * Return the body of the call that saves the whole completion. The queue of the phone adds `at`, the time of the step.
 */
export function bodyOf(of: Visit, draft: FinishDraft, sums: DraftSums, now: string): CompletionBody {
  const rows = collectRows(sums, draft.collects, draft.wayId).map((row) => ({ ...row, collectTime: now }));
  return {
    draft: false,
    at: '',
    header: {
      dispId: of.dispId,
      dispatchListId: of.id,
      startTime: of.arriveTime || now,
      endTime: of.finishTime || now,
      visitResult: draft.visitResult,
      faultCategory: draft.faultCategory || null,
      faultCause: draft.faultCause || null,
      serviceMeasure: draft.serviceMeasure || null,
      maintenanceContent: draft.maintenanceContent.trim(),
      advice: draft.advice.trim() || null,
      checklist: answersOf(of, draft),
      laborFee: sums.labor,
      discountAmount: sums.discount,
      unpaidReason: new Big(sums.open).gt(0) ? draft.unpaidReason : null,
      mileageKm: draft.mileageKm || '0',
      mileageExplain: draft.mileageExplain.trim() || null,
      telemetryReason: draft.telemetryReason.trim() || null,
      coverExplain: despiteCover(of, sums).length ? draft.coverExplain.trim() : null,
      ...acceptance(draft),
    },
    equipment: draft.machines.map(({ id, equipmentId, equipmentName, qty, equipmentStatus, measureNote }) => ({
      ...(id && { id }),
      ...(equipmentId && { equipmentId }),
      equipmentName,
      qty,
      equipmentStatus,
      ...(measureNote && { measureNote }),
    })),
    supplies: draft.supplies
      .filter((line) => Number(line.qty) > 0)
      .map(({ id, materialId, warehouseId, qty, unitPrice, payer, oldPartReturn, serialNos, oldSerialNos }) => ({
        ...(id && { id }),
        materialId,
        warehouseId,
        qty,
        unitPrice,
        payer,
        oldPartReturn,
        oldPartQty: oldPartReturn ? qty : null,
        ...(serialNos && { serialNos }),
        ...(oldPartReturn && oldSerialNos.trim() && { oldSerialNos: oldSerialNos.trim() }),
      })),
    charges: chargeBody(draft.charges, acceptanceFiles(draft).length),
    annexes: [],
    collects: [
      ...draft.collects.map(({ id, collectType, paymentTypeId, receivableAmount, amount, collectTime }) => ({
        id,
        collectType,
        paymentTypeId,
        receivableAmount,
        amount,
        collectTime,
      })),
      ...rows,
    ],
  };
}
