import { must } from '#kernel/language/must.ts';
import type { PointerEvent as Press } from 'react';
import { create } from 'zustand';
import { addMinutes } from '#business/masterdata/days.rules.ts';
import { type Placing, placeAt, put, useBoard } from './board-store.view.tsx';
import { finishPlacing } from './finish-placing.view.tsx';

/** A place of the board below the pointer. */
export interface Spot {
  readonly technicianId: string;
  readonly technicianName: string;
  readonly from: string;
  readonly to: string;
}
/** Finds the place below the pointer; `grabbed` = minutes from its beginning at which a block is held. */
type Finder = (x: number, y: number, placing: Placing, grabbed: number) => Spot | null;

let finder: Finder | null = null;

/** The timeline or the week that is shown says where things would go. */
export function findsSpots(find: Finder): () => void {
  finder = find;
  return () => {
    if (finder === find) finder = null;
  };
}

/** Where the pointer is while it holds something; apart from the rest, since it changes with every step. */
export const usePointer = create<{ x: number; y: number }>(() => ({ x: 0, y: 0 }));

/** So far a press must wander to be a drag. */
const SLACK_PX = 4;

interface Grip {
  readonly what: Omit<Placing, 'by' | 'technicianId' | 'from' | 'to'>;
  readonly grabbed: number;
}

const swallow = (click: Event): void => {
  click.stopPropagation();
  click.preventDefault();
};

/** Begins a drag when the press that is now going on wanders; let go over a row it is put there, anywhere else or by Esc it is given up. */
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
    // Let go where the page could not see it: outside the window, in a menu.
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
    // The click that follows a drag chooses nothing; there may be none.
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

/** The window of what is placed when it begins, or ends, at a moment. */
export const windowAt = (placing: Placing, moment: string): { from: string; to: string } => {
  if (placing.kind !== 'resize') return { from: moment, to: addMinutes(moment, placing.minutes) };
  const least = addMinutes(must(placing.visit, 'visit').from, 15);
  return { from: must(placing.visit, 'visit').from, to: moment > least ? moment : least };
};
