import { must } from '#kernel/language/must.ts';
import type { PointerEvent as Press } from 'react';
import { create } from 'zustand';
import { addMinutes } from '#kernel/language/days.ts';
import { type Placing, placeAt, put, useBoard } from './board-store.view.tsx';
import { finishPlacing } from './finish-placing.view.tsx';

/** The row and time window of the board below the pointer. */
export interface Spot {
  readonly technicianId: string;
  readonly technicianName: string;
  readonly from: string;
  readonly to: string;
}
/**
 * Returns what is below the pointer. `grabbed`: minutes from the start of the block to the point where it was grabbed.
 */
type Finder = (x: number, y: number, placing: Placing, grabbed: number) => Spot | null;

let finder: Finder | null = null;

/**
 * Register the function of the shown timeline or week that finds the target of a drag. Return a function that removes
 * it.
 */
export function findsSpots(find: Finder): () => void {
  finder = find;
  return () => {
    if (finder === find) finder = null;
  };
}

/** Position of the pointer during a drag. It has its own store, because it changes with every move. */
export const usePointer = create<{ x: number; y: number }>(() => ({ x: 0, y: 0 }));

/** A press that moves less than this is a click, not a drag. */
const SLACK_PX = 4;

interface Grip {
  readonly what: Omit<Placing, 'by' | 'technicianId' | 'from' | 'to'>;
  readonly grabbed: number;
}

const swallow = (click: Event): void => {
  click.stopPropagation();
  click.preventDefault();
};

/**
 * Start a drag once the pressed pointer moves. Releasing over a row places the dragged order or visit; releasing
 * elsewhere or pressing Escape cancels the drag.
 */
export function grip(press: Press, { what, grabbed }: Grip): void {
  if (press.button !== 0 || press.pointerType === 'touch') return;
  const begun = { x: press.clientX, y: press.clientY };
  let dragging = false;
  let spot: Spot | null = null;
  const end = (): void => {
    document.removeEventListener('pointermove', move);
    document.removeEventListener('pointerup', up);
    document.removeEventListener('pointercancel', cancel);
    removeEventListener('blur', cancel);
    document.body.classList.remove('board-dragging');
  };
  const move = (event: PointerEvent): void => {
    // The button was released where the page receives no event, such as outside the window.
    if (event.buttons === 0) {
      cancel();
      return;
    }
    if (!dragging && Math.hypot(event.clientX - begun.x, event.clientY - begun.y) < SLACK_PX) return;
    if (!dragging) {
      dragging = true;
      document.body.classList.add('board-dragging');
      getSelection()?.removeAllRanges();
      put({ placing: { ...what, by: 'pointer', technicianId: '', from: '', to: '' } });
    }
    const { placing } = useBoard.getState();
    if (!placing) {
      end();
      return;
    }
    usePointer.setState({ x: event.clientX, y: event.clientY });
    spot = finder?.(event.clientX, event.clientY, placing, grabbed) ?? null;
    placeAt(spot?.technicianId ?? '', spot?.from ?? '', spot?.to ?? '');
  };
  const up = (): void => {
    end();
    const { placing } = useBoard.getState();
    if (!dragging || !placing) return;
    // Suppress the click that the browser sends after a drag.
    document.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => {
      document.removeEventListener('click', swallow, { capture: true });
      finishPlacing(placing, spot?.technicianName ?? '');
    }, 0);
  };
  const cancel = (): void => {
    end();
    if (dragging) put({ placing: null });
  };
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', up);
  document.addEventListener('pointercancel', cancel);
  addEventListener('blur', cancel);
}

/**
 * Return the time window of a placement whose target is a moment. The window begins at the moment; for a `resize` it
 * ends there, at least 15 minutes after its start.
 */
export const windowAt = (placing: Placing, moment: string): { from: string; to: string } => {
  if (placing.kind !== 'resize') return { from: moment, to: addMinutes(moment, placing.minutes) };
  const least = addMinutes(must(placing.visit, 'visit').from, 15);
  return { from: must(placing.visit, 'visit').from, to: moment > least ? moment : least };
};
