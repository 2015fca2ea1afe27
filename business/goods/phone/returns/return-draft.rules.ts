import { minuteWords } from '#kernel/language/days.ts';
import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Label } from '#kernel/language/label.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { serialsIn } from '#business/materials/stores/posting/serials.rules.ts';
import {
  type ProposedLine,
  type ReturnReason,
  type ReturnType,
  proposedLines,
} from '../../returns/proposed-lines.rules.ts';
import type { StockCondition } from '../../returns/return-places.rules.ts';
import type { HeldStock, OwnReturn } from './own-returns.calls.ts';
import type { OwnGoods } from '../own-goods.calls.ts';

/** A type of return, or the rest of one shipment. */
export type ReturnKind = ReturnType | 'shipment';

const returnKinds: Readonly<Record<ReturnKind, Label>> = {
  old: ['旧件返还', 'Old parts'],
  unused: ['多余退回', 'Surplus'],
  shipment: ['按发料单退回', 'Of a shipment'],
  defective: ['不良退回', 'Defective'],
  leave: ['离职清退', 'Leaving'],
};

/** Return the label of a kind of return; a type that a company added has none. */
export const kindLabel = (kind: ReturnKind): Label => returnKinds[kind] ?? [kind, kind];

/** A line of a return on the phone. Quantity 0 leaves it out. */
export interface DraftLine {
  readonly key: string;
  /** The id of the stored line; null for a new one. */ readonly id: string | null;
  readonly materialId: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly barcode: string | null;
  /** The condition in the books of the van. */ readonly stockStatus: StockCondition;
  readonly completionSuppliesId: string;
  readonly reason: ReturnReason;
  readonly qty: string;
  readonly max: string;
  readonly isSerial: boolean;
  readonly serials: readonly string[];
  /** Serial numbers in the van that the line may name. */ readonly choices: readonly string[];
  /** The subject of the line, such as customer and day of an old part. */ readonly note: Label;
  /** The maker that wants the old part back. */ readonly maker: string | null;
}

export const kindOfReturn = ({
  returnType,
  materialShipmentsId,
}: Pick<OwnReturn, 'returnType' | 'materialShipmentsId'>): ReturnKind =>
  returnType === 'unused' && materialShipmentsId ? 'shipment' : returnType;

export const typeOfKind = (kind: ReturnKind): ReturnType => (kind === 'shipment' ? 'unused' : kind);

const ONE = 10n ** BigInt(QTY);
const norm = (code: string): string => code.trim().toUpperCase();
const heldKey = (materialId: string, status: StockCondition): string => `${materialId} ${status}`;
const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const pieces = (count: number): string => decimalOf(BigInt(count) * ONE, QTY);
const NO_NOTE: Label = ['', ''];

/** Return the customer and the day of the visit of an old part; the customer is left out where it is not in sight. */
export function visitWords({ since, customerName }: OwnGoods['oldParts'][number]): Label {
  const [zh, en] = minuteWords(since);
  return customerName ? [`${zh} ${customerName}`, `${en} ${customerName}`] : [`${zh} 换下`, `taken on ${en}`];
}

const partOf = (
  { oldParts }: OwnGoods,
  { completionSuppliesId }: ProposedLine,
): OwnGoods['oldParts'][number] | undefined => oldParts.find((one) => one.suppliesId === completionSuppliesId);

const heldOf = ({ held }: OwnGoods, materialId: string, status: StockCondition): HeldStock | undefined =>
  held.find((one) => one.materialId === materialId && one.materialStatus === status);

/** Return a proposed line in full. Serial numbers that nothing chooses yet are chosen where all of them go back. */
function draftLineOf(goods: OwnGoods, line: ProposedLine): DraftLine {
  const stock = heldOf(goods, line.materialId, line.materialStatus);
  const part = partOf(goods, line);
  const choices = serialsIn(stock?.serialNos);
  const isSerial = stock?.isSerial === true;
  const isAll = BigInt(choices.length) * ONE === stepsOf(line.returnQty, QTY);
  const serials = isSerial && isAll ? choices : [];
  return {
    key: line.completionSuppliesId || heldKey(line.materialId, line.materialStatus),
    id: null,
    materialId: line.materialId,
    itemCode: line.itemCode,
    itemName: line.itemName,
    barcode: stock?.barcode ?? null,
    stockStatus: line.materialStatus,
    completionSuppliesId: line.completionSuppliesId,
    reason: line.returnReason,
    qty: isSerial ? pieces(serials.length) : line.returnQty,
    max: line.returnQty,
    isSerial,
    serials,
    choices,
    note: part ? visitWords(part) : NO_NOTE,
    maker: part?.maker ?? null,
  };
}

const emptied = (line: DraftLine): DraftLine => ({ ...line, qty: '0', serials: [] });

/** Return the quantities that were received of a shipment; null for no shipment. */
function receivedOf({ shipments }: OwnGoods, shipmentId: string | null): ReadonlyMap<string, string> | null {
  const of = shipments.find((one) => one.id === shipmentId);
  if (!of) return null;
  const sums = new Map<string, bigint>();
  for (const { materialId, qty } of of.lines) sums.set(materialId, (sums.get(materialId) ?? 0n) + stepsOf(qty, QTY));
  return new Map([...sums].map(([id, sum]) => [id, decimalOf(sum, QTY)]));
}

/** Return the lines of a new return. Surplus begins with nothing, since most of the van stays. */
export function linesOfKind(goods: OwnGoods, kind: ReturnKind, shipmentId: string | null): DraftLine[] {
  const received = kind === 'shipment' ? receivedOf(goods, shipmentId) : null;
  if (kind === 'shipment' && !received) return [];
  const owed = goods.oldParts.map(({ qty, ...part }) => ({ ...part, left: qty }));
  const lines = proposedLines(typeOfKind(kind), { held: goods.held, owed, received });
  const drafts = lines.map((line) => draftLineOf(goods, line));
  return kind === 'unused' ? drafts.map(emptied) : drafts;
}

/** Return the line as a stored return has it. Its quantity stays possible, so that the server judges it. */
function storedLine(goods: OwnGoods, line: OwnReturn['lines'][number], here: DraftLine | undefined): DraftLine {
  const isGood = line.returnReason === 'bad' && line.materialStatus === 'defective';
  const proposed = { ...line, completionSuppliesId: line.completionSuppliesId ?? '' };
  const base = here ?? draftLineOf(goods, { ...proposed, materialStatus: isGood ? 'good' : line.materialStatus });
  const [max, qty] = [stepsOf(base.max, QTY), stepsOf(line.returnQty, QTY)];
  const serials = serialsIn(line.serialNos);
  return {
    ...base,
    key: here?.key ?? line.id,
    id: line.id,
    reason: line.returnReason,
    qty: decimalOf(qty, QTY),
    max: decimalOf(qty > max ? qty : max, QTY),
    isSerial: base.isSerial || serials.length > 0,
    serials,
    choices: [...new Set([...base.choices, ...serials])],
    maker: line.maker,
  };
}

/** Is it the line of a stored one? A part that was bad on arrival is good in the books of the van. */
const answers = (draft: DraftLine, line: OwnReturn['lines'][number]): boolean =>
  line.completionSuppliesId
    ? draft.completionSuppliesId === line.completionSuppliesId
    : !draft.completionSuppliesId &&
      draft.materialId === line.materialId &&
      (draft.stockStatus === line.materialStatus || (line.returnReason === 'bad' && draft.stockStatus === 'good'));

/** Return the lines of a stored return: its own first, then what else could go back, with quantity 0. */
export function linesToCorrect(goods: OwnGoods, of: OwnReturn): DraftLine[] {
  const rest = linesOfKind(goods, kindOfReturn(of), of.materialShipmentsId);
  const own = of.lines.map((line) => {
    const at = rest.findIndex((draft) => answers(draft, line));
    return storedLine(goods, line, at >= 0 ? rest.splice(at, 1)[0] : undefined);
  });
  return [...own, ...rest.map(emptied)];
}

const replaced = (lines: readonly DraftLine[], next: DraftLine): DraftLine[] =>
  lines.map((line) => (line.key === next.key ? next : line));

/** Return the lines with a quantity changed by pieces, between 0 and what can go back. */
export function changedLine(lines: readonly DraftLine[], line: DraftLine, by: number): DraftLine[] {
  const wanted = stepsOf(line.qty, QTY) + BigInt(by) * ONE;
  const qty = wanted < 0n ? 0n : lesser(wanted, stepsOf(line.max, QTY));
  return replaced(lines, { ...line, qty: decimalOf(qty, QTY) });
}

/** Return the lines with a serial number chosen, or no longer. A line never has more than can go back. */
export function withSerial(lines: readonly DraftLine[], line: DraftLine, serial: string): DraftLine[] {
  const isChosen = line.serials.includes(serial);
  if (!isChosen && BigInt(line.serials.length + 1) * ONE > stepsOf(line.max, QTY)) return [...lines];
  const serials = isChosen ? line.serials.filter((one) => one !== serial) : [...line.serials, serial];
  return replaced(lines, { ...line, serials, qty: pieces(serials.length) });
}

export const withReason = (lines: readonly DraftLine[], line: DraftLine, reason: ReturnReason): DraftLine[] =>
  replaced(lines, { ...line, reason });

/** Return the serial numbers that a line may still choose: those that no line has. */
export const openChoices = (lines: readonly DraftLine[], line: DraftLine): string[] => {
  const taken = new Set(
    lines.flatMap((one) => (one.materialId === line.materialId && one.key !== line.key ? one.serials : [])),
  );
  return line.choices.filter((one) => !taken.has(one));
};

/** The result of a scanned code. */
export interface Scanned {
  readonly lines: readonly DraftLine[];
  readonly outcome: 'counted' | 'full' | 'serialNeeded' | 'unknown';
  readonly line: DraftLine | null;
}

/** Count a serial number: on the first line that has room for it, and once. */
function scannedSerial(lines: readonly DraftLine[], serial: string): Scanned | null {
  const fitting = lines.filter((one) => one.isSerial && one.choices.some((choice) => norm(choice) === serial));
  if (!fitting.length) return null;
  const line = fitting.find(
    (one) =>
      openChoices(lines, one).some((choice) => norm(choice) === serial) &&
      !one.serials.some((choice) => norm(choice) === serial) &&
      BigInt(one.serials.length) * ONE < stepsOf(one.max, QTY),
  );
  if (!line) return { lines, outcome: 'full', line: fitting[0] };
  const choice = line.choices.find((one) => norm(one) === serial) ?? serial;
  return { lines: withSerial(lines, line, choice), outcome: 'counted', line };
}

/** Count a code: a serial number means its piece, a bar code or item code one piece of a line that has room. */
export function scanned(lines: readonly DraftLine[], text: string): Scanned {
  const code = norm(text);
  const piece = scannedSerial(lines, code);
  if (piece) return piece;
  const fitting = lines.filter((one) => [one.barcode, one.itemCode].some((own) => own && norm(own) === code));
  const [first] = fitting;
  if (!first) return { lines, outcome: 'unknown', line: null };
  if (first.isSerial) return { lines, outcome: 'serialNeeded', line: first };
  const line = fitting.find((one) => stepsOf(one.qty, QTY) + ONE <= stepsOf(one.max, QTY));
  return line
    ? { lines: changedLine(lines, line, 1), outcome: 'counted', line }
    : { lines, outcome: 'full', line: first };
}

/** Return the lines that a return takes: those with a quantity. */
export const pickedLines = (lines: readonly DraftLine[]): DraftLine[] =>
  lines.filter((line) => stepsOf(line.qty, QTY) > 0n);

/** Return lines as a return sends them. A good part with the reason `bad` is declared defective. */
export const sentLines = (lines: readonly DraftLine[]): Record<string, unknown>[] =>
  pickedLines(lines).map(({ id, materialId, stockStatus, reason, qty, serials, completionSuppliesId }) => ({
    ...(id && { id }),
    materialId,
    materialStatus: stockStatus === 'good' && reason === 'bad' ? 'defective' : stockStatus,
    returnQty: qty,
    returnReason: reason,
    serialNos: serials.join(','),
    ...(completionSuppliesId && { completionSuppliesId }),
  }));

/** Return the kinds of returns that have something to return; surplus is always one. */
export const openKinds = (goods: OwnGoods): ReturnKind[] =>
  (Object.keys(returnKinds) as ReturnKind[]).filter(
    (kind) =>
      kind === 'unused' ||
      (kind === 'shipment'
        ? goods.shipments.some(({ id }) => linesOfKind(goods, kind, id).length > 0)
        : linesOfKind(goods, kind, null).length > 0),
  );
