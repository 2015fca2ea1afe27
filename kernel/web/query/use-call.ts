import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnyCall, CallAnswer, CallSent } from '#kernel/language/calls/call.ts';
import { askCall } from '../http/ask-call.ts';
import { useLanguage } from '../i18n/words.ts';

interface CallOptions {
  /**
   * Kind of the answer: about a single row (`row`), or a list (`list`, default). It is read again together with the
   * other answers of this kind for its paper.
   */
  readonly of?: 'row' | 'list';
  readonly enabled?: boolean;
  readonly staleTime?: number;
  /** Polling interval in ms, while the component is mounted. */
  readonly refetchInterval?: number;
  /** Show the previous answer until the new one arrives. */
  readonly keepsEarlier?: true;
  /** Do not repeat a failed call. */
  readonly retry?: false;
  /** The screen shows refusals itself, so no toast shows them. */
  readonly quiet?: boolean;
}

/** Read a call. Its answer is cached per language until a row of its paper changes. */
export function useCall<C extends AnyCall>(
  call: C,
  sent: CallSent<C>,
  { of = 'list', quiet, keepsEarlier, ...more }: CallOptions = {},
): UseQueryResult<CallAnswer<C>> {
  const language = useLanguage();
  return useQuery({
    queryKey: [of, call.paper?.name ?? call.path, call.path, sent, language],
    queryFn: ({ signal }) => askCall(call, sent, { signal, quiet }),
    ...(keepsEarlier && { placeholderData: keepPreviousData }),
    ...more,
  });
}
