import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnyCall, CallAnswer, CallSent } from '#kernel/language/calls/call.ts';
import { askCall } from '../http/ask-call.ts';
import { useLanguage } from '../i18n/words.ts';

interface CallOptions {
  /** With what of its paper the answer grows old: with any row, or with its lists. */
  readonly of?: 'row' | 'list';
  readonly enabled?: boolean;
  readonly staleTime?: number;
  /** Asked again so often (ms), as long as somebody looks. */
  readonly refetchInterval?: number;
  /** The answer of the question before is shown until the new one is there. */
  readonly keepsEarlier?: true;
  /** Asked once: a refusal is the answer. */
  readonly retry?: false;
  /** The screen itself says what went wrong. */
  readonly quiet?: boolean;
}

/** Reads a call and keeps its answer, in the language of the reader, until a row of its paper is written. */
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
