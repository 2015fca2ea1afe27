import type { Label } from '#kernel/language/label.ts';
import { metresBetween } from '#business/dispatch/candidates/distance.rules.ts';
import { addMinutes } from '#kernel/language/days.ts';
import type { Visit } from '#business/completion/at-door/own-day.calls.ts';

export type PhotoVerdict = 'dark' | 'blurred' | 'usedBefore' | 'wrongTime' | 'wrongPlace';

/** Labels of the verdicts: one word under the picture, and a sentence for the warning. */
export const verdictWords: Readonly<Record<PhotoVerdict, readonly [short: Label, long: Label]>> = {
  dark: [
    ['过暗', 'Too dark'],
    ['照片过暗，请重拍', 'the photo is too dark, take it again'],
  ],
  blurred: [
    ['模糊', 'Blurred'],
    ['照片模糊，请重拍', 'the photo is blurred, take it again'],
  ],
  usedBefore: [
    ['已用过', 'Used before'],
    ['这张照片用过了，请重拍', 'this photo was used before, take a new one'],
  ],
  wrongTime: [
    ['时间不符', 'Wrong time'],
    ['拍摄时间与上门不符', 'it was not taken during the visit'],
  ],
  wrongPlace: [
    ['地点不符', 'Wrong place'],
    ['拍摄地点离服务地址较远', 'it was taken far from the address'],
  ],
};

/** Does the verdict make a photo useless? Others are only noted. */
export const spoils = (verdict: PhotoVerdict): boolean =>
  verdict === 'dark' || verdict === 'blurred' || verdict === 'usedBefore';

/**
 * May the technician use the photo despite its verdicts, such as a dark one from a cellar? One that was used before is
 * never accepted.
 */
export const mayInsist = (verdicts: readonly PhotoVerdict[]): boolean => !verdicts.includes('usedBefore');

/** Facts by which a photo is judged. */
export interface JudgedPhoto {
  readonly dark: boolean;
  readonly blurred: boolean;
  readonly alike: boolean;
  readonly taken: string | null;
  readonly location: string | null;
}

const SLACK_MINUTES = 30;
const AHEAD_MINUTES = 5;

function isOtherTime(taken: string | null, of: Visit, now: string): boolean {
  if (!taken) return false;
  const first = of.arriveTime || of.acceptTime;
  return taken > addMinutes(now, AHEAD_MINUTES) || (Boolean(first) && taken < addMinutes(first!, -SLACK_MINUTES));
}

/**
 * Return the verdicts on a photo, the worst first; empty for a good one. `most` is the maximum distance from the
 * address in metres.
 */
export function verdictsOf(photo: JudgedPhoto, of: Visit, now: string, most: number): PhotoVerdict[] {
  const metres = metresBetween(photo.location, of.registration?.location);
  return [
    ...(photo.alike ? ['usedBefore' as const] : []),
    ...(photo.dark ? ['dark' as const] : []),
    ...(photo.blurred && !photo.dark ? ['blurred' as const] : []),
    ...(isOtherTime(photo.taken, of, now) ? ['wrongTime' as const] : []),
    ...(metres !== null && metres > most ? ['wrongPlace' as const] : []),
  ];
}
