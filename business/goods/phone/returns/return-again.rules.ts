import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Label } from '#kernel/language/label.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import type { Queued } from '#business/mobile/steps.rules.ts';
import type { ReturnType } from '../../returns/proposed-lines.rules.ts';
import type { OwnGoods } from '../own-goods.calls.ts';
import type { OwnReturn } from './own-returns.calls.ts';
import { type DraftLine, type ReturnKind, kindOfReturn, linesOfKind, linesToCorrect } from './return-draft.rules.ts';
import {
  RETURN_DRAFT_STEP,
  RETURN_EDIT_STEP,
  RETURN_STEP,
  RETURN_SUBMIT_STEP,
  isOpenReturn,
} from './return-steps.rules.ts';

/** A return as a refused step wrote it. */
export interface WrittenBefore {
  readonly kind: ReturnKind;
  readonly shipmentId: string;
  readonly toWarehouseId: string;
  readonly remark: string;
  readonly lines: readonly DraftLine[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const WRITING = new Set([RETURN_STEP, RETURN_DRAFT_STEP, RETURN_EDIT_STEP, RETURN_SUBMIT_STEP]);

/** Did the server refuse the step of a return that was written on this phone? */
export const isRefusedReturn = ({ name, state }: Queued): boolean => state === 'refused' && WRITING.has(name);

/**
 * Return the stored return that a refused step is about: null for a new one, undefined where it cannot be corrected any
 * more.
 */
export function correctedBy(goods: OwnGoods, { name, body }: Queued): OwnReturn | null | undefined {
  if (!WRITING.has(name) || !goods.mayReturn) return undefined;
  if (body.id === undefined) return null;
  return goods.returns.find((one) => one.id === body.id && isOpenReturn(one));
}

/** Return what a refused step wrote. A submission wrote nothing: it is that of the stored return. */
export function writtenBefore({ body, facts }: Queued, of: OwnReturn | null): WrittenBefore {
  const written = (name: 'materialShipmentsId' | 'returnType' | 'toWarehouseId' | 'remark'): string =>
    text(name in body ? body[name] : of?.[name]);
  const materialShipmentsId = written('materialShipmentsId');
  return {
    kind: kindOfReturn({ returnType: written('returnType') as ReturnType, materialShipmentsId }),
    shipmentId: materialShipmentsId,
    toWarehouseId: written('toWarehouseId'),
    remark: written('remark'),
    lines: (facts.lines ?? []) as readonly DraftLine[],
  };
}

const less = (qty: bigint, max: bigint): bigint => (qty < max ? qty : max);
const number = (qty: string): number => Number(qty);

/** Return the note of a line whose quantity is no longer possible. */
function noteOf(note: Label, wrote: string, qty: string): Label {
  if (number(wrote) === number(qty)) return note;
  const [zh, en] = [`原写 ${number(wrote)}`, `${number(wrote)} before`];
  return [note[0] ? `${note[0]} · ${zh}` : zh, note[1] ? `${note[1]} · ${en}` : en];
}

/** Return a line that can go back now with what was written, as far as it is still possible. */
function again(now: DraftLine, wrote: DraftLine): DraftLine {
  const serials = wrote.serials.filter((one) => now.choices.includes(one));
  const possible = now.isSerial ? BigInt(serials.length) * 10n ** BigInt(QTY) : stepsOf(wrote.qty, QTY);
  const qty = decimalOf(less(possible, stepsOf(now.max, QTY)), QTY);
  return { ...now, qty, serials, reason: wrote.reason, note: noteOf(now.note, wrote.qty, qty) };
}

/** Return a line that cannot go back any more. It stays in sight with what was written, and is not sent. */
const gone = (wrote: DraftLine): DraftLine => ({
  ...wrote,
  ...{ id: null, qty: '0', max: '0', serials: [], choices: [] },
  note: noteOf(wrote.note, wrote.qty, '0'),
});

const emptied = (line: DraftLine): DraftLine => ({ ...line, qty: '0', serials: [] });

/**
 * Return the lines of a return that is written again. Those of the refused step come first, as far as they can go back
 * now.
 */
export function linesAgain(goods: OwnGoods, of: OwnReturn | null, wrote: WrittenBefore): DraftLine[] {
  const now = of ? linesToCorrect(goods, of) : linesOfKind(goods, wrote.kind, wrote.shipmentId);
  if (!wrote.lines.length) return now;
  const byKey = new Map(now.map((line) => [line.key, line]));
  const written = new Set(wrote.lines.map((line) => line.key));
  return [
    ...wrote.lines.map((line) => {
      const here = byKey.get(line.key);
      return here ? again(here, line) : gone(line);
    }),
    ...now.filter((line) => !written.has(line.key)).map(emptied),
  ];
}
