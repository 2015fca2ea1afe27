import { type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { Scanner } from '#business/completion/finish/scanner.view.tsx';
import { BottomSheet } from '#business/completion/finish/sheet.view.tsx';
import { QTY } from '#business/materials/stores/posting.rules.ts';
import { queueReceipt } from './goods-asks.view.tsx';
import type { ComingGoods, ComingLine } from './own-goods.calls.ts';
import {
  type Counts,
  type Outcome,
  inFull,
  changedBy,
  countCode,
  firstCounts,
  countedPieces,
  receiptOf,
  missingQty,
} from './receiving.rules.ts';
import { Stepper } from './parts/stepper.view.tsx';
import { useOnce } from './parts/use-once.view.tsx';

const plain = (steps: bigint): string => String(Number(decimalOf(steps, QTY)));

/** Return what a scanned code did, as text. */
function verdictWords(outcome: Outcome, line: ComingLine | null, rest: string): Label {
  const name = line?.itemName ?? '';
  if (outcome === 'all') return ['整单已点齐', 'The whole shipment is counted'];
  if (outcome === 'counted') return [`${name}，还差 ${rest}`, `${name}, ${rest} to come`];
  if (outcome === 'full') return [`${name}已点齐`, `${name} is complete`];
  return line
    ? [`${name}请逐个扫序列号`, `${name}: scan each serial number`]
    : ['这些单里没有这个码', 'No line has this code'];
}

/** One line: its name, what is missing, and buttons to count it by hand. */
function Line({
  line,
  counts,
  put,
}: {
  line: ComingLine;
  counts: Counts;
  put: (counts: Counts) => void;
}): ReactElement {
  const t = useT();
  const rest = missingQty(counts, line);
  const count = counts[line.id]?.qty ?? '0';
  const serials = counts[line.id]?.serials ?? [];
  const isSerial = line.serialNos.length > 0;
  return (
    <li className="day-supply" data-line={line.id} data-full={rest === 0n || undefined}>
      <span>
        <b>{line.itemName}</b>
        <small>
          {[
            line.itemCode,
            t([`发 ${Number(line.shipQty)}`, `${Number(line.shipQty)} sent`]),
            rest > 0n ? t([`还差 ${plain(rest)}`, `${plain(rest)} to come`]) : t(['已齐', 'complete']),
            ...serials,
          ].join(' · ')}
        </small>
      </span>
      {isSerial ? (
        <button type="button" className="day-button soft" onClick={() => put(inFull(counts, [line]))}>
          {t(['都收到', 'All here'])}
        </button>
      ) : (
        <Stepper
          value={Number(count)}
          isMost={rest <= 0n}
          isLeast={stepsOf(count, QTY) <= stepsOf(line.receivedQty, QTY)}
          onStep={(by) => put(changedBy(counts, line, by))}
        />
      )}
    </li>
  );
}

interface Verdict {
  readonly words: Label;
  readonly isGood: boolean;
}

/**
 * Receive goods by camera, typed code or hand. A part may be received: the rest stays to come, and is named. The receipt
 * is queued, so it works without a network.
 */
export function ReceiveSheet({
  shipments,
  onClose,
}: {
  shipments: readonly ComingGoods[];
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const once = useOnce();
  const [counts, put] = useState(() => firstCounts(shipments));
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [scans, setScans] = useState(0);
  const { arrived, all } = countedPieces(shipments, counts);
  const rest = Number((all - arrived).toFixed(QTY));
  const receipts = shipments.flatMap((of) => {
    const lines = receiptOf(of, counts);
    return lines ? [{ of, lines }] : [];
  });
  const onCode = (code: string): void => {
    const { counts: next, outcome, line } = countCode(shipments, counts, code);
    put(next);
    const left = line ? plain(missingQty(next, line)) : '0';
    setVerdict({ words: verdictWords(outcome, line, left), isGood: outcome === 'counted' || outcome === 'all' });
    setScans(scans + 1);
  };
  const send = (): void =>
    once(async () => {
      for (const { of, lines } of receipts) await queueReceipt(of, lines);
      toast.good(t([`已签收 ${arrived} / ${all}`, `${arrived} of ${all} received`]));
      onClose();
    });
  return (
    <BottomSheet
      title={t(['签收物料', 'Receive goods'])}
      onClose={onClose}
      foot={
        <>
          <button
            type="button"
            className="day-button"
            onClick={() =>
              put(
                inFull(
                  counts,
                  shipments.flatMap((of) => of.lines),
                ),
              )
            }
          >
            {t(['全部收到', 'All here'])}
          </button>
          <button type="button" className="day-button strong" disabled={receipts.length === 0} onClick={send}>
            {arrived < all
              ? t([`签收 ${arrived}，还差 ${rest}`, `Receive ${arrived}, ${rest} to come`])
              : t([`签收 ${arrived}`, `Receive ${arrived}`])}
          </button>
        </>
      }
    >
      <Scanner key={scans} onCode={onCode} />
      {verdict && (
        <p className="goods-verdict" role="status" data-good={verdict.isGood}>
          {t(verdict.words)}
        </p>
      )}
      {shipments.map((of) => (
        <section key={of.id}>
          <h3 className="goods-of">
            {of.shipmentNo} <small>{[of.carrier, of.trackingNo].filter(Boolean).join(' · ')}</small>
          </h3>
          <ul className="goods-lines">
            {of.lines.map((line) => (
              <Line key={line.id} line={line} counts={counts} put={put} />
            ))}
          </ul>
        </section>
      ))}
    </BottomSheet>
  );
}
