import { useState } from 'react';

/** Return the ids of the rows whose child rows are shown, and a function that shows or hides them. */
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
