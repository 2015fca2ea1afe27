import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Language } from '#kernel/language/label.ts';
import type { Query } from '../http/http.ts';
import { readList } from '../registry/paper-calls.ts';

export const CARDS = 20;

/** The rows of a list without an end, as a phone shows them. */
export function cardsQuery(of: AnyPaper, asked: Query, language: Language) {
  const query = Object.fromEntries(Object.entries(asked).filter(([name]) => name !== 'current' && name !== 'size'));
  return infiniteQueryOptions({
    queryKey: ['list', of.name, 'cards', query, language],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => readList(of, { ...query, current: pageParam, size: CARDS }, signal),
    getNextPageParam: (page) => (page.current < page.pages ? page.current + 1 : undefined),
  });
}
