import { queryOptions } from '@tanstack/react-query';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { readWork } from './work.calls.ts';

const EVERY_MS = 60_000;

/** Query of the work waiting for the session's person, shared by workbench and menu. */
export const workQuery = queryOptions({
  queryKey: ['counts', 'work'],
  queryFn: ({ signal }) => askCall(readWork, {}, { signal, quiet: true }),
  refetchInterval: EVERY_MS,
});
