import { useCallback, useEffect } from 'react';
import { type LiveEvent, useLive } from '#kernel/web/realtime/live.ts';
import type { MenuCounts } from '#kernel/web/registry/screens.ts';
import { refreshTasks, useWorkCounts } from './use-inbox.view.tsx';

/** Report the counts of waiting tasks to the menu, and whether some are overdue. */
export default function TaskCounter({ tell }: { tell: (counts: MenuCounts) => void }): null {
  const { todo = 0, claim = 0, copies = 0, overdue = 0 } = useWorkCounts();
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.type === 'message') refreshTasks();
    }, []),
  );
  useEffect(() => {
    tell({
      '/work/todo': { count: todo, worry: overdue > 0 },
      '/work/claim': { count: claim, worry: false },
      '/work/copies': { count: copies, worry: false },
    });
  }, [todo, claim, copies, overdue, tell]);
  return null;
}
