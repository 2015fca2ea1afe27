import { daysBetween, minuteWords } from '#kernel/language/days.ts';
import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Label } from '#kernel/language/label.ts';
import { counted } from '#kernel/language/plural.ts';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import { isLevelled } from './differences.rules.ts';
import type { DifferenceStep } from '../cockpit/cockpit.calls.ts';
import type { GUESSES } from '../sap-flow.calls.ts';

/** A row for SAP behind a difference, with its effect on the warehouse. */
export interface FlowBehind {
  readonly id: string;
  readonly billId: string | null;
  readonly billNo: string;
  readonly billType: string | null;
  readonly who: string;
  readonly qty: string;
  readonly state: string;
  /** It was sent to SAP. */ readonly isSent: boolean;
  /** The request failed, and is repeated. */ readonly isRetried: boolean;
}

/** Our movements since the last equal night: counts that SAP never gets, used parts, and their numbers. */
export interface MovesBehind {
  readonly countQty: string;
  readonly countId: string | null;
  readonly countNo: string | null;
  readonly countDay: string | null;
  readonly usedQty: string;
  readonly moves: number;
  /** Those of which SAP gets no row. */ readonly unsent: number;
}

/** Facts that explain a difference. */
export interface Behind {
  readonly flows: readonly FlowBehind[];
  readonly moves: MovesBehind | null;
  readonly equalDay: string | null;
  readonly today: string;
}

/** A difference to explain. */
export interface ExplainedDifference {
  readonly whsCode: string;
  readonly itemCode: string;
  readonly materialId: string | null;
  readonly isInSap: boolean;
  readonly delta: string;
  readonly guess: (typeof GUESSES)[number];
}

export interface Why {
  readonly sentence: Label;
  readonly next: DifferenceStep | null;
}

const ADJUSTMENTS = '/maintenance/asstockadjust';
const LEDGER = '/maintenance/asstockledger';
const MATERIALS = '/maintenance/asbasematerial';

const steps = (qty: string): bigint => stepsOf(qty, QTY);
const plain = (qty: bigint): string => quantityText(decimalOf(qty < 0n ? -qty : qty, QTY));
const page = (kind: DifferenceStep['kind'], to: string): DifferenceStep => ({ kind, ids: [], to });
const act = (kind: DifferenceStep['kind'], ids: readonly (string | null)[]): DifferenceStep => ({
  kind,
  ids: [...new Set(ids.filter((id) => id !== null))],
  to: '',
});

const ledgerOf = ({ materialId }: ExplainedDifference): DifferenceStep | null =>
  materialId ? page('ledger', `${LEDGER}?materialId=${materialId}`) : null;

/** Return how long the difference exists. */
export function sinceWhen(equalDay: string | null, today: string): Label {
  if (!equalDay) return ['从未一致过', 'never equal so far'];
  const nights = daysBetween(equalDay, today) - 1;
  return nights > 0 ? [`连差 ${nights} 夜`, `different for ${counted(nights, 'night')}`] : ['今天才有', 'since today'];
}

const flowStates: Readonly<Record<string, Label>> = {
  failed: ['失败', 'failed'],
  retried: ['等重试', 'waits for its next attempt'],
  queued: ['排队中', 'queued'],
};

/** A difference that rows in flight level: name them. */
function levelled({ flows }: Behind): Why {
  const flying = flows.filter((one) => one.state !== 'none');
  const [first] = flying;
  if (!first) return { sentence: ['夜里推送', 'sent tonight'], next: null };
  const state = flowStates[first.state === 'queued' && first.isRetried ? 'retried' : first.state] ?? flowStates.queued;
  const more = flying.length - 1;
  return {
    sentence: [
      `${first.billNo} ${state[0]}${more ? `，另 ${more} 笔` : ''}`,
      `${first.billNo} ${state[1]}${more ? `, and ${more} more` : ''}`,
    ],
    next: first.state === 'failed' ? act('retry', [first.id]) : null,
  };
}

/** Rows that SAP posted, and whose answer was lost. */
function answerLost(of: ExplainedDifference, { flows }: Behind): Why {
  const delta = steps(of.delta);
  const sent = flows.filter((one) => one.isSent && one.state !== 'none');
  const single = sent.find((one) => steps(one.qty) === -delta);
  const lost = single ? [single] : sent;
  const failed = lost.filter((one) => one.state === 'failed');
  return {
    sentence: [
      `SAP 其实记了，应答丢了，在途多算 ${plain(delta)}`,
      `SAP has posted it and its answer was lost: ${plain(delta)} too many in flight`,
    ],
    next: failed.length
      ? act(
          'retry',
          failed.map((one) => one.id),
        )
      : null,
  };
}

/** Goods that were handed over and not pushed, or used parts that SAP never gets. */
function unposted(of: ExplainedDifference, { flows, moves }: Behind): Why {
  const waiting = flows.filter((one) => one.state === 'none');
  const [first] = waiting;
  if (!first) {
    const used = plain(steps(moves?.usedQty ?? '0'));
    return {
      sentence: [`用掉 ${used}，不推送 SAP`, `${used} used, which SAP never gets`],
      next: ledgerOf(of),
    };
  }
  const n = plain(waiting.reduce((sum, one) => sum + steps(one.qty), 0n));
  const more = new Set(waiting.map((one) => one.billId)).size - 1;
  return {
    sentence: [
      `${first.billNo}${more ? ` 等 ${more + 1} 张` : ''}已移交${first.who} ${n}，还没推送`,
      `${first.billNo}${more ? ` and ${more} more` : ''}: ${n} handed over to ${first.who || 'a technician'}, not pushed yet`,
    ],
    next: act(
      'push',
      waiting.filter((one) => one.billType === 'shipment').map((one) => one.billId),
    ),
  };
}

function unknownItem(of: ExplainedDifference): Why {
  return of.materialId
    ? {
        sentence: ['SAP 没有这个料号', 'SAP does not know this material'],
        next: page('material', `${MATERIALS}?id=${of.materialId}`),
      }
    : {
        sentence: [`我方没有料号 ${of.itemCode}`, `We have no material ${of.itemCode}`],
        next: page('material', `${MATERIALS}?itemCode=${encodeURIComponent(of.itemCode)}`),
      };
}

/** A count of ours that explains a difference, with its day; null where none does. */
function countBehind(delta: bigint, moves: MovesBehind | null): Why | null {
  if (!moves?.countNo || !moves.countDay || steps(moves.countQty) !== delta) return null;
  const [zh, en] = minuteWords(moves.countDay);
  const [zhMore, enMore] = delta > 0n ? ['盈', 'more'] : ['亏', 'less'];
  return {
    sentence: [
      `${zh} 我方盘${zhMore} ${plain(delta)}，SAP 没有对应单`,
      `We counted ${plain(delta)} ${enMore} on ${en}; SAP has no such document`,
    ],
    next: page('count', moves.countId ? `${ADJUSTMENTS}?id=${moves.countId}` : `${ADJUSTMENTS}?adjustType=count`),
  };
}

/** A difference that no row explains: a count of ours, or nothing that the product knows. */
function unexplained(of: ExplainedDifference, { moves, equalDay, today }: Behind): Why {
  const count = countBehind(steps(of.delta), moves);
  if (count) return count;
  const [zh, en] = sinceWhen(equalDay, today);
  if (!moves?.moves)
    return { sentence: [`我方没有出入库，${zh}`, `Nothing moved on our side, ${en}`], next: ledgerOf(of) };
  return {
    sentence: moves.unsent
      ? [`有 ${moves.unsent} 笔流水 SAP 没有，${zh}`, `SAP lacks ${counted(moves.unsent, 'movement')} of ours, ${en}`]
      : [`我方的都推过了，${zh}`, `All our movements were sent, ${en}`],
    next: ledgerOf(of),
  };
}

/** Return why both sides differ, and the one step that helps. */
export function whyOf(of: ExplainedDifference, behind: Behind): Why {
  if (of.guess === 'unknownItem') return unknownItem(of);
  if (isLevelled(of)) return levelled(behind);
  if (of.guess === 'inFlight') return answerLost(of, behind);
  return of.guess === 'unposted' ? unposted(of, behind) : unexplained(of, behind);
}
