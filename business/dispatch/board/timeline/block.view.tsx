import {
  CalendarClock,
  CarFront,
  Circle,
  CircleCheck,
  CircleDashed,
  CirclePause,
  Clock,
  Lock,
  TriangleAlert,
  Wrench,
} from 'lucide-react';
import { type PointerEvent, type ReactElement, memo } from 'react';
import { wishedWords, partsWords } from '../pool/order-card.view.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { lengthWords, minutesBetween } from '#kernel/language/days.ts';
import { chooseVisit, pickVisit } from '../state/board-store.view.tsx';
import { grip } from '../state/use-drag.view.tsx';
import { clockOf, useWords } from '../state/words.view.tsx';
import { type TimelineBlock, FIXED, type Fixed } from './timeline.rules.ts';

/** Icons of the states, in addition to colour and label. */
const marks = {
  pendingAccept: Clock,
  accepted: CircleDashed,
  appointed: Circle,
  traveling: CarFront,
  working: Wrench,
  paused: CirclePause,
  finished: CircleCheck,
  confirmed: CircleCheck,
  partial: TriangleAlert,
} as const;

const HEAD_PX = 92;
/** Narrower blocks have no room for the icon; their edge shows the state too. */
const MARK_PX = 72;

interface BlockProps {
  readonly block: TimelineBlock;
  readonly chosen: boolean;
  readonly held: boolean;
  readonly fixed: Fixed;
  readonly movable: boolean;
  readonly hourPx: number;
}

/**
 * One visit on the timeline: customer, and state by label, colour and icon. Dragging moves it; dragging its right edge
 * changes its length.
 */
export const BlockView = memo(function BlockView({
  block,
  chosen,
  held,
  fixed,
  movable,
  hourPx,
}: BlockProps): ReactElement {
  const t = useT();
  const words = useWords();
  const { visit, left, width, overlap, overlapPx } = block;
  const Mark = marks[visit.state as keyof typeof marks] ?? Circle;
  const state = words.state.of(visit.state);
  const what = {
    name: visit.customerName,
    visit,
    registrationFormId: visit.registrationFormId,
    minutes: minutesBetween(visit.from, visit.to),
  };
  const hold = (event: PointerEvent<HTMLElement>, kind: 'move' | 'resize'): void => {
    if (!movable) return;
    event.stopPropagation();
    const inside = event.clientX - event.currentTarget.getBoundingClientRect().left;
    grip(event, { what: { ...what, kind }, grabbed: kind === 'move' ? (inside / hourPx) * 60 : 0 });
  };
  const wished = visit.wish?.wishDate
    ? t(wishedWords(visit.wish.wishDate, words.slot.of(visit.wish.wishSlot ?? 'any')))
    : '';
  const title = `${visit.customerName} · ${clockOf(visit.from)}–${clockOf(visit.to)} · ${state} · ${words.system.of(visit.repairType)}${visit.premisesName ? ` · ${visit.premisesName}` : ''}${visit.partsMissing === null ? '' : ` · ${t(partsWords(visit.partsMissing))}`}${wished && `\n${wished}`}\n${visit.content}${fixed && fixed !== 'over' ? `\n${t(FIXED[fixed])}` : ''}`;
  return (
    <button
      type="button"
      className={`block tone-${words.state.tone(visit.state)} state-${visit.state}`}
      data-visit={visit.id}
      aria-pressed={chosen}
      data-fixed={!movable}
      data-held={held}
      data-pending={visit.version === 0}
      data-narrow={width <= MARK_PX || undefined}
      data-short={visit.partsMissing ? true : undefined}
      title={title}
      style={{ left, width: Math.max(8, width - 2) }}
      onPointerDown={(event) => hold(event, 'move')}
      onClick={(event) =>
        event.shiftKey || event.ctrlKey || event.metaKey ? pickVisit(visit.id) : chooseVisit(visit.id)
      }
    >
      {overlap > 0 && <i className="block-overlap" style={{ width: overlapPx }} aria-hidden />}
      <span className="block-name">
        {visit.customerName}
        {overlap > 0 && width > HEAD_PX && (
          <b className="amber-text"> {t([`重叠 ${lengthWords(overlap)[0]}`, `overlaps ${lengthWords(overlap)[1]}`])}</b>
        )}
        {wished && <CalendarClock size={11} className="amber-text" aria-label={wished} />}
        {(visit.lockType || 'none') !== 'none' && <Lock size={11} aria-label={t(['已锁定', 'Locked'])} />}
      </span>
      <span className="block-state">
        {width > MARK_PX && <Mark size={11} aria-hidden />} <b>{state}</b>
        {width > HEAD_PX && <small> {words.system.of(visit.repairType)}</small>}
        {width > MARK_PX && visit.partsMissing ? (
          <b className="amber-text"> {t([`缺${visit.partsMissing}`, `${visit.partsMissing} short`])}</b>
        ) : null}
      </span>
      {movable && fixed === null && (
        <i className="block-edge" aria-hidden onPointerDown={(event) => hold(event, 'resize')} />
      )}
    </button>
  );
});
