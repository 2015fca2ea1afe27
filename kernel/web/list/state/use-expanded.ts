import { useState } from 'react';

/** Which rows show what stands below them. */
export function useExpanded(): { expanded: ReadonlySet<string>; expand: (id: string) => void } {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  return {
    expanded,
    expand: (id) =>
      setExpanded((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
  };
}
