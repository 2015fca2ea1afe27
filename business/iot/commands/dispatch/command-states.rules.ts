import type { Row } from '#kernel/language/paper.ts';
import type { Attempt } from '../content/command-content.rules.ts';
import type { deviceCommand } from '../device-command.paper.ts';
import { awaitsFile } from '../log/log-kind.rules.ts';

export type IssuedCommand = Row<typeof deviceCommand>;
export type ExecState = IssuedCommand['execStatus'];

/** States of a command that was not sent yet. */
export const WAITING_STATES = ['pending', 'queued'] as const satisfies readonly ExecState[];
/** States of a command that was sent and is not ended. A device has at most one. */
export const UNDER_WAY = ['sent', 'delivered', 'running'] as const satisfies readonly ExecState[];
/** States of a command that is not ended. */
export const OPEN_STATES = [...WAITING_STATES, ...UNDER_WAY] as const;
/** All states, in the order of `status`. */
export const ALL_STATES = [
  'pending',
  'queued',
  'sent',
  'delivered',
  'running',
  'success',
  'failed',
  'timeout',
  'expired',
  'canceled',
  'skipped',
] as const satisfies readonly ExecState[];

/** Maximal number of open commands of the sub-devices of one gateway. */
export const MAX_OF_GATEWAY = 4;
/** Seconds after which a command of high risk expires: it must never reach a device later. */
export const HIGH_RISK_SECONDS = 60;
/** Maximal time that reports of progress may extend a command, from its first sending (milliseconds). */
export const MAX_PROGRESS_MS = 30 * 60_000;
/** Time within which a late reply still changes a command that timed out (milliseconds). */
export const LATE_REPLY_MS = 24 * 3_600_000;

const FIRST_BACKOFF_S = 5;
const MAX_BACKOFF_S = 300;

/** Is a state one of a list? */
export const isAmong = (states: readonly ExecState[], state: ExecState): boolean => states.includes(state);

/**
 * Return the pause before the next attempt, in milliseconds: it triples with each attempt. `random`: 0 to 1, for a
 * deviation of 20 %.
 */
export const backoffMs = (attempts: number, random: number): number =>
  Math.min(FIRST_BACKOFF_S * 3 ** Math.max(0, attempts - 1), MAX_BACKOFF_S) * 1000 * (0.8 + 0.4 * random);

/** May the command be sent once more after so many attempts: the first one, and its retries? */
export const mayRetry = ({ attempt, maxRetry }: Pick<IssuedCommand, 'attempt' | 'maxRetry'>): boolean =>
  (attempt ?? 0) <= (maxRetry ?? 0);

/** Return the attempts of a command with the last one ended. */
export function endedAttempts(
  attempts: readonly Attempt[] | null,
  at: number,
  by: NonNullable<Attempt['by']>,
): readonly Attempt[] {
  const all = attempts ?? [];
  const last = all.at(-1);
  return !last || last.ended !== undefined ? all : [...all.slice(0, -1), { ...last, ended: at, by }];
}

/** Does the command wait for its next attempt, because the last one has ended? */
export const isBetweenAttempts = ({ attempts }: Pick<IssuedCommand, 'attempts'>): boolean =>
  attempts?.at(-1)?.ended !== undefined;

/** Has the device replied with success, and is its file still to come? */
export const isAwaitingFile = ({
  execStatus,
  resultCode,
  content,
  file,
}: Pick<IssuedCommand, 'execStatus' | 'resultCode' | 'content' | 'file'>): boolean =>
  execStatus === 'running' && awaitsFile({ content }) && file === null && (resultCode === 200 || resultCode === 410);

/** Has the device replied with success, and is a condition still to be observed? */
export const isVerifying = ({
  execStatus,
  resultCode,
  verify,
}: Pick<IssuedCommand, 'execStatus' | 'resultCode' | 'verify'>): boolean =>
  execStatus === 'running' && verify !== null && (resultCode === 200 || resultCode === 410);
