import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { dictCallsOf } from '../dict.calls.ts';
import { dictPaper } from '../dict.paper.ts';
import { dictBiz } from '../dict-biz.paper.ts';
import type { WireItem } from './wire-item.view.tsx';

/** What may be done with groups and items from their panes. */
export interface PaneActions {
  readonly may: (action: string) => boolean;
  /** A new item below a group or an item; a new group below nothing. */
  readonly add: (above: WireItem | null) => void;
  readonly edit: (item: WireItem) => void;
  readonly uses: (item: WireItem) => void;
  readonly remove: (item: WireItem) => void;
}

/** More dictionaries than any company has. */
const MOST = 1000;

/** Which dictionaries are shown and which one is chosen: the address says both, so a reload and a link come back to it. */
export function usePanes() {
  const [search, setSearch] = useSearchParams();
  const of: AnyPaper = search.get('kind') === 'system' ? dictPaper : dictBiz;
  const chosen = search.get('group') ?? '';
  const groups = useQuery({
    queryKey: ['list', of.name, 'groups'],
    queryFn: ({ signal }) =>
      askCall(dictCallsOf(of).groups, { size: MOST }, { signal }).then((page): readonly WireItem[] => page.records),
  });
  const items = useQuery({
    queryKey: ['list', of.name, 'items', chosen],
    enabled: chosen !== '',
    queryFn: ({ signal }) => askCall(dictCallsOf(of).itemsOfGroup, { parentId: chosen }, { signal }),
  });
  const go = (part: Readonly<Record<string, string>>): void =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      for (const [name, value] of Object.entries(part)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    });
  return {
    of,
    chosen,
    groups,
    items,
    group: groups.data?.find((one) => one.id === chosen),
    choose: (id: string) => go({ group: id }),
    show: (kind: 'business' | 'system') => go({ kind: kind === 'system' ? kind : '', group: '' }),
  };
}
