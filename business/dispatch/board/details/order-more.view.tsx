import { Ellipsis } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useActing } from '#kernel/web/actions/actions.tsx';
import type { Action } from '#kernel/language/lifecycle.ts';
import { MenuAt } from '#kernel/web/menus/menu-at.tsx';
import { menuPlace } from '#kernel/web/menus/menu-place.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { registrationLifecycle } from '#business/intake/registration/registration-lifecycle.rules.ts';
import type { BoardOrder } from '../board.calls.ts';
import { chooseOrder } from '../state/board-store.view.tsx';
import { readAnew } from '../state/use-board-data.view.tsx';

/** The menu with the actions to hold or to cancel an order. Absent if the person may do neither. */
export function OrderMore({ order }: { order: BoardOrder }): ReactElement | null {
  const t = useT();
  const may = useMay(registration);
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const acting = useActing(registration, () => {
    chooseOrder(null);
    void readAnew();
  });
  const actions = (['hold', 'cancel'] as const)
    .filter((name) => name in registrationLifecycle.actions && may(name))
    .map((name) => [name, (registrationLifecycle.actions as Record<string, Action>)[name]] as const);
  if (actions.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className="icon-button send-more"
        aria-label={t(['更多操作', 'More actions'])}
        onClick={(event) => setAt(menuPlace(event, event.currentTarget))}
      >
        <Ellipsis size={16} aria-hidden />
      </button>
      {at && (
        <MenuAt
          x={at.x}
          y={at.y}
          label={t(['更多操作', 'More actions'])}
          onClose={() => setAt(null)}
          items={actions.map(([name, action]) => ({
            key: name,
            label: t(action.label),
            danger: action.danger,
            run: () => acting.run([name, action], [{ id: order.id, registrationNo: order.no }]),
          }))}
        />
      )}
      {acting.element}
    </>
  );
}
