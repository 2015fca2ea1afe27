import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import type { InboxLine, InboxView } from './inbox-lines.rules.ts';
import type { Inbox } from './use-inbox.view.tsx';

/** Are the lines of a list tasks, and not whole cases? */
export const isAboutTasks = (view: InboxView): boolean => view !== 'send' && view !== 'copies';

interface ChosenLine {
  readonly line: InboxLine | undefined;
  /** Its key; of a task that stands in no line the one that the address names. */ readonly current: string | undefined;
  /** Its place in the list; -1 where it stands in none. */ readonly place: number;
  readonly choose: (key: string | null) => void;
  readonly go: (by: number) => void;
}

/** The line that is looked at, as the address says; on a desk the first one where it says none. */
export function useChosenLine(view: InboxView, { lines }: Inbox): ChosenLine {
  const phone = usePhone();
  const [search, setSearch] = useSearchParams();
  const inAddress = search.get('at');
  // The address follows in its own time; keys act on the line that was chosen last.
  const [asked, setAsked] = useState(inAddress);
  useEffect(() => setAsked(inAddress), [inAddress]);
  const all = lines ?? [];
  // A message names the case, of which there may be several copies: the newest is meant.
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
