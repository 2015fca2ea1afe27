import { useQuery } from '@tanstack/react-query';
import type { AnyPaper } from '#kernel/language/paper.ts';
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
