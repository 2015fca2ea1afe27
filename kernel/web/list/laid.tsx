import { type ReactElement, Suspense, lazy } from 'react';
import type { ListScreenState } from './state/use-list-screen.ts';

// Few look at a list this way: its code comes when somebody does.
const CalendarMonth = lazy(() => import('./calendar/calendar.tsx'));
const Kanban = lazy(() => import('./kanban/kanban.tsx'));

/** The rows laid out otherwise than as a table. */
export function Laid({ screen }: { screen: ListScreenState }): ReactElement {
  return (
    <Suspense fallback={<div className="board" aria-busy />}>
      {screen.as === 'kanban' && <Kanban screen={screen} board={screen.board} />}
      {screen.as === 'calendar' && <CalendarMonth screen={screen} calendar={screen.calendar} />}
    </Suspense>
  );
}
