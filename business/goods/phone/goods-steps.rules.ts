import type { Label } from '#kernel/language/label.ts';
import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import type { Queued } from '#business/mobile/steps.rules.ts';
import type { ComingLine, OrderParts, OwnGoods, OwnRequest } from './own-goods.calls.ts';
import { type GoodsChange, QUEUED, changesShown } from './parts/queued.rules.ts';
import { returnChanges, returnSteps } from './returns/return-steps.rules.ts';
import { toolChanges, toolSteps } from './tools/tool-steps.rules.ts';

/** Steps of the phone's queue about goods, by name. */
export const RECEIVE_STEP = 'goodsReceive';
export const REQUEST_STEP = 'goodsRequest';
export const DRAFT_STEP = 'goodsDraft';
export const SUBMIT_STEP = 'goodsSubmit';

/** Labels of the steps, which the list of unsent steps shows. */
export const goodsSteps: Readonly<Record<string, Label>> = {
  [RECEIVE_STEP]: ['物料签收', 'Receipt of goods'],
  [REQUEST_STEP]: ['领料申请', 'Request for material'],
  [DRAFT_STEP]: ['领料草稿', 'Draft of a request'],
  [SUBMIT_STEP]: ['提交领料', 'Submission of a request'],
  ...returnSteps,
  ...toolSteps,
};

/** Parts that goods lack where an earlier build stored them on the phone. */
const LATER_PARTS = {
  held: [],
  shipments: [],
  returns: [],
  tools: [],
  storedTools: [],
  toolRequests: [],
  mayReturn: false,
  mayApply: false,
  blocksTools: false,
} satisfies Partial<OwnGoods>;

/** Return stored goods with all parts; those of an earlier build lack some until they are read again. */
export const withLaterParts = (goods: OwnGoods): OwnGoods => ({
  ...LATER_PARTS,
  ...goods,
  oldParts: goods.oldParts.map((part) => ({ ...part, underWay: part.underWay ?? '0', maker: part.maker ?? null })),
  returns: (goods.returns ?? []).map((one) => ({
    ...one,
    mayRemove: one.mayRemove ?? false,
    lines: one.lines.map((line) => ({ ...line, maker: line.maker ?? null })),
  })),
});

/** A line that a request asks for. */
export interface RequestedLine {
  readonly materialId: string;
  readonly itemName: string;
  readonly qty: number;
  /** Why this quantity. */ readonly note: Label;
}

/** The quantity that has arrived of a line in all. */
interface Arrived {
  readonly id: string;
  readonly receivedQty: string;
  readonly serialNos?: string;
}

function received(line: ComingLine, arrived: readonly Arrived[]): ComingLine {
  const one = arrived.find(({ id }) => id === line.id);
  return one
    ? { ...line, receivedQty: one.receivedQty, receivedSerials: one.serialNos?.split(',') ?? line.receivedSerials }
    : line;
}

/** Return the goods with a receipt that waits on the phone. */
const withReceipt = (goods: OwnGoods, { body }: Queued): OwnGoods => ({
  ...goods,
  coming: goods.coming.map((one) =>
    one.id === body.id
      ? { ...one, lines: one.lines.map((line) => received(line, (body.lines ?? []) as readonly Arrived[])) }
      : one,
  ),
});

/** Return the order with a request of some lines counted as requested. */
function withRequested(of: OrderParts, lines: readonly RequestedLine[]): OrderParts {
  const wanted = new Map(lines.map((line) => [line.materialId, line.qty]));
  const more = (part: OrderParts['parts'][number]): string =>
    decimalOf(stepsOf(part.requested, QTY) + stepsOf(String(wanted.get(part.materialId) ?? 0), QTY), QTY);
  return { ...of, parts: of.parts.map((part) => ({ ...part, requested: more(part) })) };
}

/** Return the goods with a request that waits on the phone. */
function withRequest(goods: OwnGoods, step: Queued): OwnGoods {
  const lines = (step.facts.lines ?? []) as readonly RequestedLine[];
  const of = String(step.facts.registrationFormId ?? '');
  const request: OwnRequest = {
    id: step.matter,
    applyNo: '',
    applyType: String(step.body.applyType ?? ''),
    documentStatus: QUEUED,
    registrationFormId: of || null,
    customerName: (step.facts.customer as string | undefined) ?? null,
    needDate: String(step.body.needDate ?? ''),
    examineNote: null,
    lines: lines.map(({ materialId, itemName, qty }) => ({ materialId, itemName, applyQty: String(qty) })),
  };
  return {
    ...goods,
    requests: [request, ...goods.requests],
    orders: goods.orders.map((one) => (of && one.registrationFormId === of ? withRequested(one, lines) : one)),
  };
}

const withSubmission = (goods: OwnGoods, { body }: Queued): OwnGoods => ({
  ...goods,
  requests: goods.requests.map((one) => (one.id === body.id ? { ...one, documentStatus: 'submitted' } : one)),
});

const changes: Readonly<Record<string, GoodsChange>> = {
  [RECEIVE_STEP]: withReceipt,
  [REQUEST_STEP]: withRequest,
  [DRAFT_STEP]: withRequest,
  [SUBMIT_STEP]: withSubmission,
  ...returnChanges,
  ...toolChanges,
};

/** Return the goods with the phone's steps that the server did not know when they were read, at `readMs`. */
export const withGoodsSteps = (goods: OwnGoods, steps: readonly Queued[], readMs: number): OwnGoods =>
  steps
    .filter((step) => step.name in changes && changesShown(step, readMs))
    .reduce((now, step) => changes[step.name](now, step), goods);

const text = (steps: bigint): string => String(Number(decimalOf(steps > 0n ? steps : 0n, QTY)));

/** Return the lines that an order still needs: its missing parts without those that are requested. */
export const linesForOrder = (of: OrderParts): RequestedLine[] =>
  of.parts.flatMap(({ materialId, itemName, qty, held, short, requested }) => {
    const open = text(stepsOf(short, QTY) - stepsOf(requested, QTY));
    const note: Label = [
      `单上要 ${Number(qty)}，车上 ${Number(held)}`,
      `needed ${Number(qty)}, ${Number(held)} in the van`,
    ];
    return Number(open) > 0 ? [{ materialId, itemName, qty: Number(open), note }] : [];
  });

/** Return the lines that fill the van up to its usual stock. */
export const linesForVan = ({ usual }: OwnGoods): RequestedLine[] =>
  usual.flatMap(({ materialId, itemName, usual: wanted, onHand, missing }) =>
    Number(missing) > 0
      ? [
          {
            materialId,
            itemName,
            qty: Number(missing),
            note: [
              `常备 ${Number(wanted)}，车上 ${Number(onHand)}`,
              `usual ${Number(wanted)}, ${Number(onHand)} there`,
            ],
          },
        ]
      : [],
  );

/** Return the orders that lack parts, or wait for requested ones. */
export const ordersInNeed = ({ orders }: OwnGoods): OrderParts[] =>
  orders.filter((of) => of.parts.some((part) => Number(part.short) > 0));

/** Return the shipments that have not arrived in full. */
export const toReceive = ({ coming }: OwnGoods): OwnGoods['coming'] =>
  coming.filter((one) => one.lines.some((line) => Number(line.receivedQty) < Number(line.shipQty)));
