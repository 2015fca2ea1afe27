import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useTabPath } from '../../tabs/tabs.ts';
import { readAhead } from '../../registry/read-ahead.ts';
import { type ListPlace, type Sort, USUAL_SIZE, listPlaceOf } from '../../query/list-query.ts';
import { useSame, useSteady } from '../../i18n/steady.ts';

type Part = Readonly<Record<string, string | undefined>>;

export interface ListState extends ListPlace {
  /** The complete query string of the address. */
  readonly text: string;
  readonly id: string | null;
  readonly form: string | null;
  readonly change: (part: Part, keepPage?: boolean) => void;
  readonly sort: (key: string, add: boolean) => void;
  /** Remove the filters. Ranges of days remain, unless `all` is set, which also leaves the view. */
  readonly reset: (all?: true) => void;
}

const written = (sorts: readonly Sort[]): string | undefined =>
  sorts.map((one) => (one.down ? '-' : '') + one.key).join(',') || undefined;

/** Return the next sort order: a click sorts up, then down, then not at all. */
function nextSorts(sorts: readonly Sort[], key: string, add: boolean): Sort[] {
  const now = sorts.find((one) => one.key === key);
  const rest = add ? sorts.filter((one) => one.key !== key) : [];
  return now?.down ? rest : [...rest, { key, down: Boolean(now) }];
}

/** Search parameters of the layers over the list, topmost first: the form, then the detail. */
const layers = ['form', 'id'] as const;

/** Return the layer whose opening added the present history entry. Going back then closes this layer. */
const openedHere = (): unknown => (window.history.state as { usr?: { opened?: unknown } } | null)?.usr?.opened;

/**
 * Changes requested while the browser goes back. They wait, because until then the address still contains the closing
 * layer.
 */
let waiting: (() => void)[] | null = null;

/** Go back in the browser, and then make the changes that were requested in the meantime. */
function goBack(back: () => void): void {
  const changes: (() => void)[] = [];
  waiting = changes;
  const arrived = (): void => {
    waiting = null;
    for (const change of changes) change();
  };
  window.addEventListener('popstate', arrived, { once: true });
  back();
}

type Step = { readonly way: 'back' } | { readonly way: 'push' | 'replace'; readonly opened?: unknown };

/**
 * Return how the address changes. Opening a layer pushes a history entry, closing it goes back, anything else replaces
 * the entry.
 */
function stepOf(now: URLSearchParams, part: Part): Step {
  const opens = layers.find((name) => part[name] && !now.get(name));
  if (opens) return { way: 'push', opened: opens };
  const closes = layers.find((name) => name in part && !part[name] && now.get(name));
  const isAlone = Object.keys(part).every((name) => (layers as readonly string[]).includes(name));
  if (closes && isAlone && openedHere() === closes) return { way: 'back' };
  return { way: 'replace', ...(isAlone && !closes && { opened: openedHere() }) };
}

/**
 * The state of a list: page, filters, order, open layers. All of it is in the address, so links, reloads and the back
 * button restore it.
 */
export function useListState(of: AnyPaper, usualSize = USUAL_SIZE): ListState {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const path = useTabPath();
  const text = params.toString();
  const place = useMemo(() => listPlaceOf(text, usualSize), [text, usualSize]);
  const filters = useSame(place.filters);
  const sorts = useSame(place.sorts);
  const acts = useSteady({
    change(part: Part, keepPage = false): void {
      if (waiting) {
        waiting.push(() => acts.change(part, keepPage));
        return;
      }
      // The address may be newer than the last render. A hidden page does not own the address, so it uses its last
      // parameters.
      const now = location.pathname === path ? new URLSearchParams(location.search) : params;
      const step = stepOf(now, part);
      if (step.way === 'back') {
        goBack(() => void navigate(-1));
        return;
      }
      const next = new URLSearchParams(now);
      for (const [name, value] of Object.entries(keepPage ? part : { ...part, current: part.current }))
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
      // Request the rows now, and not after the render, to save time.
      readAhead(of, next.toString());
      setParams(next, {
        replace: step.way === 'replace',
        state: step.opened ? { opened: step.opened } : undefined,
      });
    },
    sort(key: string, add: boolean): void {
      acts.change({ sort: written(nextSorts(sorts, key, add)) });
    },
    reset(all?: true): void {
      acts.change({
        keyword: undefined,
        open: undefined,
        ...(all && { view: undefined }),
        ...Object.fromEntries(
          Object.keys(filters)
            .filter((name) => all === true || !/_date(gt|lt)$/.test(name))
            .map((name) => [name, undefined]),
        ),
      });
    },
  });
  return useMemo(
    () => ({ ...place, filters, sorts, text, id: params.get('id'), form: params.get('form'), ...acts }),
    [place, filters, sorts],
  );
}
