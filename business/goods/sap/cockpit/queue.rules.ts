import type { QueueRow } from './cockpit.calls.ts';

/** Facts of a row that waits or failed. */
export interface WaitingFlow {
  readonly sapStatus: string;
  readonly sentAt: string;
  readonly nextAt: string;
  readonly tries: number;
  /** A failed row of the same lane and item is before it. */ readonly isBlocked: boolean;
}

/** Return the state of a row in the queue, as people see it. */
export function queueState(
  { sapStatus, sentAt, nextAt, tries, isBlocked }: WaitingFlow,
  now: string,
): QueueRow['state'] {
  if (sapStatus === 'failed') return 'failed';
  if (isBlocked) return 'blocked';
  if (tries > 0 && nextAt > now) return 'retry';
  return sentAt ? 'sending' : 'queued';
}
