import { create } from 'zustand';
import { momentNow } from '../../i18n/company-time.ts';
import { requestOf } from './failed-call.ts';

/** An error of this page, stored until it is uploaded or cleared. */
export interface ErrorEntry {
  readonly type: 'bug';
  readonly url: string;
  readonly message: string;
  readonly stack: string;
  readonly info: string;
  readonly time: string;
  /** Request id of the failed call that caused the error; empty if there is none. */ readonly requestId: string;
}

/** Maximum number of stored errors. Later errors are dropped, because the first ones show the cause. */
const MOST = 99;

export const useErrorLog = create<{ entries: readonly ErrorEntry[] }>(() => ({ entries: [] }));

export function noteError(error: unknown, info: string | null | undefined = ''): void {
  // Expected refusals and aborted requests are not errors of the page.
  if (error instanceof Error && (error.name === 'Refused' || error.name === 'AbortError')) return;
  const fault = error instanceof Error ? error : new Error(String(error));
  const entry: ErrorEntry = {
    type: 'bug',
    url: location.pathname,
    message: fault.message,
    stack: fault.stack ?? '',
    info: info ?? '',
    time: momentNow(),
    requestId: requestOf(error),
  };
  useErrorLog.setState(({ entries }) => (entries.length >= MOST ? {} : { entries: [entry, ...entries] }));
}

export const clearErrors = (): void => useErrorLog.setState({ entries: [] });

addEventListener('error', (event) => noteError(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => {
  // Nothing awaited this refusal, but the person has seen its message, so it is no error.
  if (event.reason instanceof Error && event.reason.name === 'Refused') event.preventDefault();
  else noteError(event.reason);
});
