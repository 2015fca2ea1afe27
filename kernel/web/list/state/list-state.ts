import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { useTabPath } from '../../tabs/tabs.ts';
import { readAhead } from '../../registry/read-ahead.ts';
import { type ListPlace, type Sort, USUAL_SIZE, listPlaceOf } from '../../query/list-query.ts';
import { useSame, useSteady } from '../../i18n/steady.ts';

type Part = Readonly<Record<string, string | undefined>>;

export interface ListState extends ListPlace {
  /** All that the address says of the list. */
  readonly text: string;
  readonly id: string | null;
  readonly form: string | null;
  readonly change: (part: Part, keepPage?: boolean) => void;
  readonly sort: (key: string, add: boolean) => void;
  /** Remove the filters; ranges of days stay, unless `all` removes them and the view too. */
  readonly reset: (all?: true) => void;
}

const written = (sorts: readonly Sort[]): string | undefined =>
  sorts.map((one) => (one.down ? '-' : '') + one.key).join(',') || undefined;

/** A click sorts up, then down, then not at all. */
function nextSorts(sorts: readonly Sort[], key: string, add: boolean): Sort[] {
  const now = sorts.find((one) => one.key === key);
  const rest = add ? sorts.filter((one) => one.key !== key) : [];
  return now?.down ? rest : [...rest, { key, down: Boolean(now) }];
}

/** What lies over the list: the form over the drawer, the drawer over the rows. */
const layers = ['form', 'id'] as const;

/** The layer that the page in sight was opened for, so that the way back leads to what lies below it. */
const openedHere = (): unknown => (window.history.state as { usr?: { opened?: unknown } } | null)?.usr?.opened;

type Step = { readonly way: 'back' } | { readonly way: 'push' | 'replace'; readonly opened?: unknown };

/** How the address changes: opening a layer is a step that the back button undoes, closing it is that step back, and all else takes the place of what was. */
function stepOf(now: URLSearchParams, part: Part): Step {
  const opens = layers.find((name) => part[name] && !now.get(name));
  if (opens) return { way: 'push', opened: opens };
  const closes = layers.find((name) => name in part && !part[name] && now.get(name));
  const isAlone = Object.keys(part).every((name) => (layers as readonly string[]).includes(name));
  if (closes && isAlone && openedHere() === closes) return { way: 'back' };
  return { way: 'replace', ...(isAlone && !closes && { opened: openedHere() }) };
}

/** Where in the list the person stands; it is all in the address, so a link, a reload and the back button find it again. */
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
      // What was drawn last may be a step behind the address; a page that is hidden has none of its own.
      const step = stepOf(location.pathname === path ? new URLSearchParams(location.search) : params, part);
      if (step.way === 'back') {
        void navigate(-1);
        return;
      }
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(keepPage ? part : { ...part, current: part.current }))
            if (value === undefined || value === '') next.delete(name);
            else next.set(name, value);
          // The rows are asked for before the screen is drawn anew, not after.
          readAhead(of, next.toString());
          return next;
        },
        { replace: step.way === 'replace', state: step.opened ? { opened: step.opened } : undefined },
      );
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
