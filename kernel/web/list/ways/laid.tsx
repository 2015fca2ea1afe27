import { type ReactElement, Suspense, lazy } from 'react';
import type { ListScreenState } from '../state/use-list-screen.ts';

// Few look at a list this way: its code comes when somebody does.
const CalendarMonth = lazy(() => import('./calendar/calendar.tsx'));
const GroupRail = lazy(() => import('./groups/group-rail.tsx'));
const Kanban = lazy(() => import('./kanban/kanban.tsx'));

/** The rows laid out otherwise than as a table. */
export function Laid({ screen }: { screen: ListScreenState }): ReactElement {
  if (!screen.known) return <div className="board" aria-busy />;
  return (
    <Suspense fallback={<div className="board" aria-busy />}>
      {screen.as === 'kanban' && <Kanban screen={screen} />}
      {screen.as === 'calendar' && <CalendarMonth screen={screen} />}
    </Suspense>
  );
}

/** The groups of the rows, beside them or, on a phone, above them. */
export function Groups({ screen }: { screen: ListScreenState }): ReactElement {
  return (
    <Suspense fallback={<nav className="groups" aria-busy />}>
      <GroupRail screen={screen} />
    </Suspense>
  );
}
