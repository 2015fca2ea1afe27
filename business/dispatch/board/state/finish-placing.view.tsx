import { toast } from '#kernel/web/toast/toasts.ts';
import { words } from '#kernel/web/i18n/words.ts';
import { FIXED, fixedAt } from '../timeline/timeline.rules.ts';
import { type Placing, put } from './board-store.view.tsx';
import { boardPlace } from './place.view.tsx';

/** End a placement: carry it out if its target is a row and has changed, otherwise cancel it. */
export function finishPlacing(placing: Placing, technicianName: string): void {
  const still =
    placing.visit &&
    placing.visit.technicianId === placing.technicianId &&
    placing.visit.from === placing.from &&
    placing.visit.to === placing.to;
  if (!placing.technicianId || still) {
    put({ placing: null });
    return;
  }
  if (placing.kind === 'plan') {
    put({ placing: null });
    void import('./planning.view.tsx').then(({ movePlanned }) => movePlanned(placing));
    return;
  }
  const { orders } = placing;
  if (orders) {
    put({ placing: null });
    void import('./place-several.view.tsx').then(({ placeSeveral }) =>
      placeSeveral({ ...placing, orders, technicianName }),
    );
    return;
  }
  const fixed = placing.visit ? fixedAt(placing.visit, placing) : null;
  if (fixed) {
    put({ placing: null });
    toast.bad(words(FIXED[fixed]));
    return;
  }
  void boardPlace({ ...placing, technicianName });
}
