import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { AnyCall, CallAnswer, CallSent } from '#kernel/language/calls/call.ts';
import { askCall } from '../http/ask-call.ts';
import type { RequestOptions } from '../http/http.ts';

interface CallOptions extends Pick<RequestOptions, 'quiet' | 'leftOff'> {
  readonly enabled?: boolean;
  readonly staleTime?: number;
  /** Words before the call in the key, by which the page is refreshed; the name of its paper unless said. */
  readonly under?: readonly unknown[];
}

/** Reads a call and keeps its answer while the page stands. */
export const useCall = <C extends AnyCall>(
  of: C,
  sent: CallSent<C>,
  { enabled, staleTime, under, ...asking }: CallOptions = {},
): UseQueryResult<CallAnswer<C>> =>
  useQuery({
    queryKey: [...(under ?? [of.paper?.name ?? of.path]), of.path, sent],
    queryFn: ({ signal }) => askCall(of, sent, { ...asking, signal }),
    ...(enabled !== undefined && { enabled }),
    ...(staleTime !== undefined && { staleTime }),
  });
