import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type Query, get } from '../http/http.ts';
import { useLanguage } from '../i18n/words.ts';

/** A row that may be picked, as it is called. */
export interface Option {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** The picture of a person. */ readonly portrait?: string;
  /** Only in trees. */ readonly parentId?: string;
}

/** What a box that picks rows of another paper is given. */
export interface PickerProps {
  readonly paper: string;
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly many?: boolean;
  readonly depends?: Readonly<Record<string, string>>;
  /** The call that tells what may be chosen, where that is not all that may be seen. */
  readonly offered?: string;
  readonly known?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

interface Offered {
  readonly options: readonly Option[];
  /** So many more fit. */ readonly left: number;
}

async function offeredBy(path: string, query: Query, signal?: AbortSignal): Promise<Offered> {
  let left = 0;
  const options = await get<readonly Option[]>(path, query, {
    signal,
    quiet: true,
    leftOff: (more) => {
      left = more;
    },
  });
  return { options, left };
}

export const readOptions = async (
  paper: string,
  query: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<readonly Option[]> => (await offeredBy('blade-core/options', { paper, ...query }, signal)).options;

/** Rows of a paper that fit what was typed and what else is chosen; asked only while the list is open. */
export function useOptions(
  paper: string,
  typed: string,
  depends: Readonly<Record<string, string>>,
  open: boolean,
  offered?: string,
): Offered & { readonly loading: boolean; /** They still answer an earlier text. */ readonly isAwaited: boolean } {
  const wanted = typed.trim();
  const q = useDeferredValue(wanted);
  const language = useLanguage();
  const of = JSON.stringify([paper, depends, offered]);
  const { data, isFetching, isPlaceholderData, isLoading } = useQuery({
    queryKey: ['options', paper, of, q, language],
    enabled: open,
    queryFn: ({ signal }) =>
      offered
        ? offeredBy(offered, { q, ...depends }, signal)
        : offeredBy('blade-core/options', { paper, q, ...depends }, signal),
    // While one types the last rows stay; those of another choice above never do.
    placeholderData: (before, asked) => (asked?.queryKey[2] === of ? before : undefined),
  });
  return {
    options: data?.options ?? [],
    left: data?.left ?? 0,
    loading: isFetching,
    isAwaited: wanted !== q || isPlaceholderData || isLoading,
  };
}

/** How rows that are already chosen are called. */
export function useNamed(
  paper: string,
  ids: readonly string[],
  known: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const language = useLanguage();
  const unknown = ids.filter((id) => !known[id]).toSorted();
  const { data } = useQuery({
    queryKey: ['options', paper, 'named', unknown, language],
    enabled: unknown.length > 0 && paper !== '',
    queryFn: ({ signal }) => readOptions(paper, { ids: unknown.join(',') }, signal),
  });
  return { ...known, ...Object.fromEntries((data ?? []).map((option) => [option.id, option.label])) };
}
