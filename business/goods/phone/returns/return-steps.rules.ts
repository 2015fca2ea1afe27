import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Label } from '#kernel/language/label.ts';
import type { Tone } from '#kernel/language/dictionary.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';
import type { Queued } from '#business/mobile/steps.rules.ts';
import type { ReturnType } from '../../returns/proposed-lines.rules.ts';
import type { HeldStock, OwnReturn } from './own-returns.calls.ts';
import type { OwnGoods } from '../own-goods.calls.ts';
import { type GoodsChange, QUEUED } from '../parts/queued.rules.ts';
import type { DraftLine } from './return-draft.rules.ts';

export const RETURN_STEP = 'goodsReturn';
export const RETURN_DRAFT_STEP = 'goodsReturnDraft';
export const RETURN_EDIT_STEP = 'goodsReturnEdit';
export const RETURN_SUBMIT_STEP = 'goodsReturnSubmit';
export const RETURN_DROP_STEP = 'goodsReturnDrop';

/** Labels of the steps of returns, by name. */
export const returnSteps: Readonly<Record<string, Label>> = {
  [RETURN_STEP]: ['退料单', 'Return'],
  [RETURN_DRAFT_STEP]: ['退料草稿', 'Draft of a return'],
  [RETURN_EDIT_STEP]: ['修改退料', 'Correction of a return'],
  [RETURN_SUBMIT_STEP]: ['提交退料', 'Submission of a return'],
  [RETURN_DROP_STEP]: ['删除退料草稿', 'Deletion of a draft return'],
};

/** States of returns in the words of the technician. */
const STATES: Readonly<Record<string, readonly [...Label, Tone]>> = {
  [QUEUED]: ['待发送', 'To be sent', 'amber'],
  draft: ['草稿', 'Draft', 'grey'],
  returned: ['已退回', 'Sent back', 'red'],
  submitted: ['待检验', 'To be inspected', 'amber'],
  approved: ['待入库', 'Accepted', 'blue'],
  transmitted: ['已接收', 'Taken over', 'green'],
  closed: ['已接收', 'Taken over', 'green'],
};

/** Return the state of a return with its tone. */
export const returnState = ({ documentStatus }: OwnReturn): readonly [...Label, Tone] =>
  STATES[documentStatus] ?? [documentStatus, documentStatus, 'grey'];

/** Can the technician still change the return? */
export const isOpenReturn = ({ documentStatus }: OwnReturn): boolean => ['draft', 'returned'].includes(documentStatus);

/** Return the return that has an old part, so that nobody writes it twice; the newest one first. */
export const returnOfPart = ({ returns }: OwnGoods, suppliesId: string): OwnReturn | undefined =>
  returns.find(
    (one) =>
      [QUEUED, 'draft', 'returned', 'submitted', 'approved'].includes(one.documentStatus) &&
      one.lines.some((line) => line.completionSuppliesId === suppliesId),
  );

const linesIn = (step: Queued): readonly DraftLine[] => (step.facts.lines ?? []) as readonly DraftLine[];

const shownLine = (line: DraftLine): OwnReturn['lines'][number] => ({
  id: line.id ?? line.key,
  materialId: line.materialId,
  itemCode: line.itemCode,
  itemName: line.itemName,
  materialStatus: line.stockStatus,
  serialNos: line.serials.join(','),
  returnQty: line.qty,
  acceptQty: null,
  completionSuppliesId: line.completionSuppliesId || null,
  returnReason: line.reason,
  maker: line.maker ?? null,
});

const text = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

/** Return the stock without what a line takes out of it. */
function without(stock: HeldStock, lines: readonly DraftLine[]): HeldStock {
  const mine = lines.filter(
    (line) => line.materialId === stock.materialId && line.stockStatus === stock.materialStatus,
  );
  const left = mine.reduce((rest, line) => rest - stepsOf(line.qty, QTY), stepsOf(stock.qty, QTY));
  const gone = new Set(mine.flatMap((line) => line.serials));
  const serialNos = serialsIn(stock.serialNos).filter((one) => !gone.has(one));
  return { ...stock, qty: decimalOf(left > 0n ? left : 0n, QTY), serialNos: serialNos.join(',') };
}

/** Return the stock of the van without what returns on the phone take out of it. */
const heldWithout = (held: OwnGoods['held'], lines: readonly DraftLine[]): OwnGoods['held'] =>
  held.map((stock) => without(stock, lines)).filter((stock) => stepsOf(stock.qty, QTY) > 0n);

/** Return the old parts with what returns on the phone bring back counted as under way. */
const partsWith = (parts: OwnGoods['oldParts'], lines: readonly DraftLine[]): OwnGoods['oldParts'] =>
  parts.map((part) => {
    const mine = lines.filter((line) => line.completionSuppliesId === part.suppliesId);
    const sum = mine.reduce((all, line) => all + stepsOf(line.qty, QTY), stepsOf(part.underWay, QTY));
    return { ...part, underWay: decimalOf(sum, QTY) };
  });

/** Return the goods with a new draft that waits on the phone. */
const withDraft: GoodsChange = (goods, step) => {
  const one: OwnReturn = {
    id: step.matter,
    version: 0,
    returnNo: '',
    returnType: step.body.returnType as ReturnType,
    documentStatus: QUEUED,
    toWarehouseId: String(step.body.toWarehouseId ?? ''),
    materialShipmentsId: text(step.body.materialShipmentsId),
    examineNote: null,
    remark: text(step.body.remark),
    mayRemove: false,
    since: step.at,
    lines: linesIn(step).map(shownLine),
  };
  return { ...goods, returns: [one, ...goods.returns] };
};

/** Return the goods with a new return that waits on the phone: its pieces leave the van. */
const withReturn: GoodsChange = (goods, step) => ({
  ...withDraft(goods, step),
  held: heldWithout(goods.held, linesIn(step)),
  oldParts: partsWith(goods.oldParts, linesIn(step)),
});

/** Return the goods with a stored return that is changed on the phone. */
const withEdit: GoodsChange = (goods, step) => ({
  ...goods,
  returns: goods.returns.map((one) =>
    one.id === step.body.id
      ? { ...one, documentStatus: QUEUED, lines: linesIn(step).map(shownLine), remark: text(step.body.remark) }
      : one,
  ),
});

const withSubmission: GoodsChange = (goods, { body }) => ({
  ...goods,
  returns: goods.returns.map((one) => (one.id === body.id ? { ...one, documentStatus: QUEUED } : one)),
});

/** Return the goods without a draft that is deleted on the phone. */
const withoutReturn: GoodsChange = (goods, { body }) => ({
  ...goods,
  returns: goods.returns.filter((one) => one.id !== body.ids),
});

export const returnChanges: Readonly<Record<string, GoodsChange>> = {
  [RETURN_STEP]: withReturn,
  [RETURN_DRAFT_STEP]: withDraft,
  [RETURN_EDIT_STEP]: withEdit,
  [RETURN_SUBMIT_STEP]: withSubmission,
  [RETURN_DROP_STEP]: withoutReturn,
};
