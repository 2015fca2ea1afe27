import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { isPhone, watchPhone } from './phone.ts';
import { type Slots, hasSlots, slotsOf } from './screens.ts';

const none: Slots = {};

/** Return the paper's own parts of its screen; empty until they have loaded. */
export function useSlots(of: AnyPaper): Slots {
  return (
    useQuery({
      queryKey: ['slots', of.name],
      enabled: hasSlots(of),
      queryFn: () => slotsOf(of),
      staleTime: Infinity,
      gcTime: Infinity,
    }).data ?? none
  );
}

/** Return whether rows of this paper have a form at this width; some papers are read only on a phone. */
export function useHasForm(of: AnyPaper): boolean {
  const { readOnPhone } = useSlots(of);
  const phone = useSyncExternalStore(watchPhone, isPhone);
  return !(readOnPhone && phone);
}
