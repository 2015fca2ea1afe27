import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type Query, get } from '../http/http.ts';
import { useLanguage } from '../i18n/words.ts';

/** A selectable row with its caption. */
export interface Option {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** The picture of a person. */ readonly portrait?: string;
  /** Id of the parent row, in a tree. */ readonly parentId?: string;
}

/** Properties of an input that picks rows of another paper. */
export interface PickerProps {
  readonly paper: string;
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly many?: boolean;
  readonly depends?: Readonly<Record<string, string>>;
  /** The call that returns the selectable rows, where these are not all visible ones. */
  readonly offered?: string;
  readonly known?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

interface Offered {
  readonly options: readonly Option[];
  /** Number of rows that match, but are not in `options`. */ readonly left: number;
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

/** Read the rows that match the typed text and the values of other fields, while the list is open. */
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
    // While the person types, the former choices remain visible. When a field on which the choices depend changes, they
    // disappear.
    placeholderData: (before, earlier) => (earlier?.queryKey[2] === of ? before : undefined),
  });
  return {
    options: data?.options ?? [],
    left: data?.left ?? 0,
    loading: isFetching,
    isAwaited: wanted !== q || isPlaceholderData || isLoading,
  };
}

/** Return the captions of chosen rows by id; unknown ones are read. */
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
