import { type ReactElement, Suspense, lazy } from 'react';
import type { ListScreenState } from '../state/use-list-screen.ts';

// Loaded on demand, because few people use these layouts.
const CalendarMonth = lazy(() => import('./calendar/calendar.tsx'));
const GroupRail = lazy(() => import('./groups/group-rail.tsx'));
const Kanban = lazy(() => import('./kanban/kanban.tsx'));

/** The rows of a list in another layout than the table: board or calendar. */
export function Laid({ screen }: { screen: ListScreenState }): ReactElement {
  if (!screen.known) return <div className="board" aria-busy />;
  return (
    <Suspense fallback={<div className="board" aria-busy />}>
      {screen.as === 'kanban' && <Kanban screen={screen} />}
      {screen.as === 'calendar' && <CalendarMonth screen={screen} />}
    </Suspense>
  );
}

/** The groups of the rows: beside the table, on a phone above it. */
export function Groups({ screen }: { screen: ListScreenState }): ReactElement {
  return (
    <Suspense fallback={<nav className="groups" aria-busy />}>
      <GroupRail screen={screen} />
    </Suspense>
  );
}
