import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import type { InboxLine, InboxView } from './inbox-lines.rules.ts';
import type { Inbox } from './use-inbox.view.tsx';

/** Return whether the lines of a list are tasks rather than process instances. */
export const isAboutTasks = (view: InboxView): boolean => view !== 'send' && view !== 'copies';

interface ChosenLine {
  readonly line: InboxLine | undefined;
  /** Key of the selected line; otherwise the key in the address, whose task may be outside the list. */
  readonly current: string | undefined;
  /** Index in the list; -1 if the line is not in it. */ readonly place: number;
  readonly choose: (key: string | null) => void;
  readonly go: (by: number) => void;
}

/** Return the selected line: the one in the address, otherwise the first one, except on a phone. */
export function useChosenLine(view: InboxView, { lines }: Inbox): ChosenLine {
  const phone = usePhone();
  const [search, setSearch] = useSearchParams();
  const inAddress = search.get('at');
  // The address is updated asynchronously, so the last selection is held here for fast key presses.
  const [asked, setAsked] = useState(inAddress);
  useEffect(() => setAsked(inAddress), [inAddress]);
  const all = lines ?? [];
  // A link of a message names the instance (`of`). Of several copies of that instance the newest is selected.
  const ofCase = search.get('of');
  const at = all.findIndex((one) => (asked ? one.key === asked : one.flow.processInstanceId === ofCase));
  const isElsewhere = asked !== null && isAboutTasks(view);
  const line = at >= 0 ? all[at] : phone || isElsewhere ? undefined : all[0];
  const choose = (key: string | null): void => {
    setAsked(key);
    setSearch(key ? { at: key } : {}, { replace: true });
  };
  const place = line ? all.indexOf(line) : -1;
  return {
    line,
    current: line?.key ?? (lines && isElsewhere ? asked : undefined),
    place,
    choose,
    go: (by) => {
      const next = all[Math.min(all.length - 1, Math.max(0, place + by))];
      if (next) choose(next.key);
    },
  };
}
