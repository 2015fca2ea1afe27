import type { Label } from '#kernel/language/label.ts';
import { compareVersions } from '../versions/version.rules.ts';

/** States of an upgrade that has not ended, in their order. */
const ORDER = [
  'pending',
  'queued',
  'notified',
  'confirming',
  'downloading',
  'downloaded',
  'verifying',
  'installing',
  'rebooting',
  'verifying_version',
] as const;

export type OpenState = (typeof ORDER)[number];

export const OPEN: readonly OpenState[] = ORDER;
/** States in which the device knows of the upgrade. */
export const UPGRADING: readonly OpenState[] = ORDER.slice(2);
/** States in which the product can still recall an upgrade: the device has not begun to download. */
export const RECALLABLE: readonly OpenState[] = ['pending', 'queued', 'notified'];
/** States that may be tried again by hand. */
export const RETRIABLE: readonly string[] = ['failed', 'timeout', 'canceled'];

const placeOf = (state: string): number => (ORDER as readonly string[]).indexOf(state);
const isOpenState = (state: string): state is OpenState => placeOf(state) >= 0;

/** Reasons of failures by their step codes. */
const STEPS: Readonly<Record<number, Label>> = {
  [-1]: ['升级失败', 'The upgrade failed'],
  [-2]: ['下载失败', 'The download failed'],
  [-3]: ['校验失败', 'The check failed'],
  [-4]: ['烧写失败', 'The installation failed'],
  [-5]: ['版本不符', 'Another version was reported'],
  [-6]: ['空间不足', 'Not enough space'],
  [-7]: ['电量或负载不允许', 'Battery or load do not permit it'],
  [-8]: ['已回滚', 'The device rolled back'],
};

/** Reason of an upgrade whose device stays silent. */
export const SILENT: Label = ['没有进展，超时', 'No progress in time'];

export const FAILED_STEP = -1;
export const WRONG_VERSION = -5;
const NO_SPACE = -6;
const NOT_NOW = -7;

/** Return a step code of a failure; any other number counts as a failure without a known reason. */
export const failureStep = (step: number | null): number =>
  step !== null && STEPS[step] !== undefined ? step : FAILED_STEP;

export const failureWords = (step: number): Label => STEPS[step] ?? STEPS[FAILED_STEP];

/** A message of a device about the progress of its upgrade. */
export interface ProgressSent {
  readonly state: string;
  readonly step: number | null;
  readonly percent: number | null;
}

export type AfterProgress =
  | { readonly kind: 'goes'; readonly state: OpenState; readonly percent: number }
  | { readonly kind: 'failed'; readonly step: number };

/**
 * Return the effect of a message on an upgrade; null: none, as it is a repeat or older than the present state. A device
 * may resume its download until it installs. It cannot report success: only its version can.
 */
export function afterProgress(
  run: { readonly state: string; readonly percent: number | null },
  sent: ProgressSent,
): AfterProgress | null {
  if (placeOf(run.state) < placeOf('notified')) return null;
  if (sent.state === 'failed' || (sent.step !== null && sent.step < 0))
    return { kind: 'failed', step: failureStep(sent.step) };
  const state = reachedState(run.state, sent.state);
  if (state === null) return null;
  const percent = percentOf(sent.percent ?? (state === run.state ? run.percent : 0));
  return state === run.state && percent === run.percent ? null : { kind: 'goes', state, percent };
}

const percentOf = (percent: number | null): number => Math.min(100, Math.max(0, Math.round(percent ?? 0)));

/** Return the state that a device reaches from its present one by a report; null: it does not go forward. */
function reachedState(present: string, sent: string): OpenState | null {
  const wanted = sent === 'success' ? 'verifying_version' : sent;
  if (!isOpenState(wanted) || placeOf(wanted) <= placeOf('notified')) return null;
  const isResumed = wanted === 'downloading' && placeOf(present) < placeOf('installing');
  return placeOf(wanted) >= placeOf(present) || isResumed ? wanted : null;
}

/** Minutes until the second and the third attempt. */
const BACK_OFF_MIN = [2, 10];
/** Minutes until a device that cannot be upgraded now is notified again; a window may delay it further. */
const NOT_NOW_MIN = 60;

/**
 * Return when a failed upgrade is tried again, and whether the attempt counts; null: it has failed for good. Without
 * space there is no second attempt.
 */
export function retryAfter(
  step: number,
  { attempt, retry }: { readonly attempt: number; readonly retry: number },
): { readonly minutes: number; readonly counts: boolean } | null {
  if (step === NOT_NOW) return { minutes: NOT_NOW_MIN, counts: false };
  if (step === NO_SPACE || attempt > retry) return null;
  return { minutes: BACK_OFF_MIN[Math.min(attempt, BACK_OFF_MIN.length) - 1] ?? BACK_OFF_MIN[0], counts: true };
}

/**
 * Return the effect of a reported version on an upgrade: success, another version, or null. The version before the
 * upgrade means nothing until the device has installed.
 */
export function afterVersion(
  {
    state,
    fromVersion,
    toVersion,
  }: { readonly state: string; readonly fromVersion: string | null; readonly toVersion: string },
  reported: string,
): 'success' | 'wrong' | null {
  if (placeOf(state) < placeOf('notified')) return null;
  if (compareVersions(reported, toVersion) === 0) return 'success';
  const isOld = fromVersion === null || compareVersions(reported, fromVersion) === 0;
  return isOld && isVersionBefore(state) ? null : 'wrong';
}

/** Is a version that a device reports in this state the one from before its upgrade? */
export const isVersionBefore = (state: string): boolean => placeOf(state) < placeOf('installing');
