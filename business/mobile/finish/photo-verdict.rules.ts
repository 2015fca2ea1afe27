import type { Label } from '#kernel/language/label.ts';
import { metresBetween } from '#business/dispatch/candidates/distance.rules.ts';
import { addMinutes } from '#business/masterdata/days.rules.ts';
import type { Visit } from '#business/completion/at-door/own-day.calls.ts';

export type PhotoVerdict = 'dark' | 'blurred' | 'usedBefore' | 'wrongTime' | 'wrongPlace';

/** In a word under the picture, and in a sentence above all of them. */
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

/** With these a photo proves nothing; the others are only noted. */
export const spoils = (verdict: PhotoVerdict): boolean =>
  verdict === 'dark' || verdict === 'blurred' || verdict === 'usedBefore';

/** A person may insist on these: some cellars are dark. */
export const mayInsist = (verdicts: readonly PhotoVerdict[]): boolean => !verdicts.includes('usedBefore');

/** What this phone knows of a photo that is to be judged. */
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

/** Everything that is wrong with a photo, the worst first; nothing is a good photo. `most`: metres from the address. */
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
