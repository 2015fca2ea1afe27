import { Ban, CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { lengthWords } from '#kernel/language/days.ts';
import type { PlacingVerdict } from '../board.calls.ts';
import { OrderMarks, OrderTimeLeft } from '../pool/order-card.view.tsx';
import { type Placing, useBoard } from '../state/board-store.view.tsx';
import { useVerdict } from '../state/use-board-data.view.tsx';
import { usePointer } from '../state/use-drag.view.tsx';
import { clockOf, useWords } from '../state/words.view.tsx';

const BESIDE_PX = 10;

/** The server's verdict: possible, possible with a reason, or impossible. */
function VerdictLine({ verdict, placing }: { verdict: PlacingVerdict | undefined; placing: Placing }): ReactElement {
  const t = useT();
  if (!placing.technicianId)
    return (
      <p className="verdict" data-kind="none">
        {t(['拖到技师的时间上', 'Drag it onto a technician'])}
      </p>
    );
  if (!verdict)
    return (
      <p className="verdict" data-kind="none">
        <LoaderCircle size={14} aria-hidden /> {clockOf(placing.from)}–{clockOf(placing.to)}
      </p>
    );
  const hard = verdict.conflicts.filter((one) => one.hard);
  if (hard.length)
    return (
      <p className="verdict" data-kind="hard">
        <Ban size={14} aria-hidden /> <b>{t(['不能派', 'Not possible'])}</b>{' '}
        {hard.map((one) => t(one.words)).join(t(['；', '; ']))}
      </p>
    );
  if (verdict.conflicts.length)
    return (
      <p className="verdict" data-kind="soft">
        <TriangleAlert size={14} aria-hidden /> <b>{t(['需说明', 'Needs a reason'])}</b>{' '}
        {verdict.conflicts.map((one) => t(one.words)).join(t(['；', '; ']))}
      </p>
    );
  return (
    <p className="verdict" data-kind="good">
      <CircleCheck size={14} aria-hidden /> <b>{t(['可派', 'Possible'])}</b>{' '}
      {verdict.reasons.map((one) => t(one.words)).join(' · ')}
    </p>
  );
}

/**
 * The order or visit that is being placed, with the server's verdict. It is at the pointer, or below its outline during
 * a placement by keys.
 */
export function DraggedBlock({
  now,
  nameOf,
}: {
  now: string;
  nameOf: (technicianId: string) => string;
}): ReactElement | null {
  const t = useT();
  const words = useWords();
  const placing = useBoard((state) => state.placing);
  const verdict = useVerdict(placing);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!placing) return undefined;
    const put = (): void => {
      const element = box.current;
      if (!element) return;
      const ghost =
        placing.by === 'keys'
          ? document.querySelector('.ghost, .day-cell[data-here="true"]')?.getBoundingClientRect()
          : null;
      const { x, y } = ghost ? { x: ghost.left, y: ghost.bottom } : usePointer.getState();
      element.style.transform = `translate(${Math.max(8, Math.min(x + BESIDE_PX, innerWidth - element.offsetWidth - 8))}px, ${Math.max(8, Math.min(y + BESIDE_PX, innerHeight - element.offsetHeight - 8))}px)`;
    };
    put();
    return usePointer.subscribe(put);
  });
  if (!placing) return null;
  return (
    <div ref={box} className="held" data-by={placing.by}>
      {placing.by === 'pointer' && (
        <div className="held-card">
          <p>
            <b>
              {placing.orders ? t([`${placing.orders.length} 单`, `${placing.orders.length} orders`]) : placing.name}
            </b>
            {placing.order && !placing.orders && <OrderMarks order={placing.order} />}
            <span className="spring" />
            {placing.orders && <span className="quiet">{t(lengthWords(placing.minutes))}</span>}
            {placing.order && !placing.orders && <OrderTimeLeft order={placing.order} now={now} bar={false} />}
          </p>
          <p className="quiet">
            {placing.orders
              ? placing.name
              : placing.order
                ? `${words.system.of(placing.order.repairType)} · ${placing.order.content}`
                : placing.visit?.content}
          </p>
        </div>
      )}
      <div role="status" aria-live="polite">
        <span className="sr-only">
          {placing.technicianId &&
            t([
              `${nameOf(placing.technicianId)}，${clockOf(placing.from)} 至 ${clockOf(placing.to)}`,
              `${nameOf(placing.technicianId)}, ${clockOf(placing.from)} to ${clockOf(placing.to)}`,
            ])}
        </span>
        <VerdictLine verdict={verdict} placing={placing} />
      </div>
      {placing.by === 'keys' && (
        <p className="held-keys">
          {placing.kind !== 'resize' && (
            <>
              <kbd>↑</kbd>
              <kbd>↓</kbd> {t(['换人', 'row'])}{' '}
            </>
          )}
          <kbd>←</kbd>
          <kbd>→</kbd> {t(['时间', 'time'])} <kbd>Enter</kbd> {t(['确定', 'OK'])} <kbd>Esc</kbd> {t(['放弃', 'cancel'])}
        </p>
      )}
    </div>
  );
}
