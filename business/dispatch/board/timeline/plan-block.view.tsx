import { Lock } from 'lucide-react';
import type { ReactElement } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import { type PlanLine, useBoard } from '../state/board-store.view.tsx';
import { grip } from '../state/use-drag.view.tsx';
import { clockOf } from '../state/words.view.tsx';
import { type TimeScale, xOf } from './timeline.rules.ts';
import './plan-block.css';

function PlanBlock({ line, scale, held }: { line: PlanLine; scale: TimeScale; held: boolean }): ReactElement {
  const t = useT();
  const left = xOf(line.from, scale);
  const { order } = line;
  return (
    <div
      className="plan-block"
      data-order={order.id}
      data-held={held}
      data-needs-reason={line.conflicts.length > 0}
      title={`${order.customerName} · ${clockOf(line.from)}–${clockOf(line.to)}\n${line.reasons.map((one) => t(one.words)).join(' · ')}`}
      style={{ left, width: Math.max(14, xOf(line.to, scale) - left - 2) }}
      onPointerDown={(event) => {
        event.stopPropagation();
        const inside = event.clientX - event.currentTarget.getBoundingClientRect().left;
        grip(event, {
          what: {
            kind: 'plan',
            order,
            name: order.customerName,
            registrationFormId: order.id,
            minutes: order.minutes,
          },
          grabbed: (inside / scale.hour) * 60,
        });
      }}
    >
      <span>
        {order.customerName} {line.locked && <Lock size={11} aria-label={t(['已锁定', 'Locked'])} />}
      </span>
      <span>{t(['方案', 'planned'])}</span>
    </div>
  );
}

/** The visits that the proposed plan of the shown day gives to one technician. They are dashed and can be dragged. */
export function PlanBlocks({ technicianId, scale }: { technicianId: string; scale: TimeScale }): ReactElement | null {
  const plan = useBoard((state) => (state.plan?.day === scale.day ? state.plan : null));
  const heldId = useBoard((state) => (state.placing?.kind === 'plan' ? state.placing.registrationFormId : ''));
  if (!plan) return null;
  return (
    <>
      {plan.lines
        .filter((one) => one.technicianId === technicianId)
        .map((one) => (
          <PlanBlock key={one.order.id} line={one} scale={scale} held={one.order.id === heldId} />
        ))}
    </>
  );
}
