import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MenuCounts } from '#kernel/web/registry/screens.ts';
import { countsByPage } from './tiles/page-counts.rules.ts';
import { workQuery } from './work-query.view.tsx';

/** Renders nothing; passes the counts of waiting work to the menu. */
export default function MenuCounter({ tell }: { tell: (counts: MenuCounts) => void }): null {
  const { data } = useQuery(workQuery);
  useEffect(() => {
    if (data) tell(countsByPage(data.piles));
  }, [data, tell]);
  return null;
}
