import { type ReactElement, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import ListScreen from '#kernel/web/list/list-screen.tsx';
import { useTabPath } from '#kernel/web/tabs/tabs.ts';
import { reminder } from '../reminder.paper.ts';

/**
 * Define a pool: the list of reminders of a type under a title of its own. Its views hold the type. Their keys differ
 * from those of the paper, because the server counts the views of the paper over all types.
 */
const poolOf = (type: string, title: Label, plural: string) => ({
  ...reminder,
  title,
  plural,
  views: Object.fromEntries(
    Object.entries(reminder.views ?? {}).map(([key, view]) => [
      `${type}-${key}`,
      { ...view, filter: { ...view.filter, remindType: type } },
    ]),
  ),
});

/** The pools by the last part of their address, which is the type of their reminders. */
const POOLS = {
  warranty: poolOf('warranty', ['在保提醒', 'Warranty reminder'], 'Warranties ending'),
  surrender: poolOf('surrender', ['脱保提醒', 'Reminder out of warranty'], 'Out of warranty'),
  supplies: poolOf('supplies', ['耗材提醒', 'Consumable reminder'], 'Consumables due'),
};

/** Reminders of one type: the list of all reminders, always filtered by this type. */
export default function ReminderPoolScreen(): ReactElement | null {
  const path = useTabPath();
  const type = path.slice(path.lastIndexOf('/') + 1) as keyof typeof POOLS;
  const [params, setParams] = useSearchParams();
  const isFiltered = params.get('remindType') === type;
  useEffect(() => {
    // A hidden page does not own the address.
    if (isFiltered || location.pathname !== path) return;
    const next = new URLSearchParams(params);
    next.set('remindType', type);
    setParams(next, { replace: true });
  }, [isFiltered, params, path, type, setParams]);
  return isFiltered ? <ListScreen key={type} of={POOLS[type]} /> : null;
}
