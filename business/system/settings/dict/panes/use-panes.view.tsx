import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { dictCallsOf } from '../dict.calls.ts';
import { dictPaper } from '../dict.paper.ts';
import { dictBiz } from '../dict-biz.paper.ts';
import type { WireItem } from './wire-item.view.tsx';

/** Actions on groups and items of the panes. */
export interface PaneActions {
  readonly may: (action: string) => boolean;
  /** Add an item below a group or item; without a parent, a group. */
  readonly add: (above: WireItem | null) => void;
  readonly edit: (item: WireItem) => void;
  readonly uses: (item: WireItem) => void;
  readonly remove: (item: WireItem) => void;
}

/** Maximum of dictionaries in a request: more than any company has. */
const MOST = 1000;

/**
 * Manage which kind of dictionary is shown, business or system, and which dictionary is chosen. Both are in the
 * address, so that a reload or link restores them.
 */
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
