import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Language } from '#kernel/language/label.ts';
import type { Query } from '../http/http.ts';
import { readList } from '../registry/paper-calls.ts';

export const CARDS = 20;

/** Return the query of a list that loads further rows by scrolling, as on a phone. */
export function cardsQuery(of: AnyPaper, source: Query, language: Language) {
  const query = Object.fromEntries(Object.entries(source).filter(([name]) => name !== 'current' && name !== 'size'));
  return infiniteQueryOptions({
    queryKey: ['list', of.name, 'cards', query, language],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => readList(of, { ...query, current: pageParam, size: CARDS }, signal),
    getNextPageParam: (page) => (page.current < page.pages ? page.current + 1 : undefined),
  });
}
