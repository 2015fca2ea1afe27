import { type Label, storedText } from '#kernel/language/label.ts';
import { addMinutes } from '#kernel/language/days.ts';
import { metresBetween } from '#business/dispatch/candidates/distance.rules.ts';

/** The orders to which a class of photos applies. `createTime` is when the class was introduced. */
interface Asking {
  readonly receiptsTypes: readonly string[];
  readonly systemTypes: readonly string[] | null;
  readonly createTime: string;
}

/** Return whether a job requires photos of a class. Classes introduced after the job ended do not count. */
export const asksFor = (
  kind: Asking,
  job: { readonly receiptsType: unknown; readonly repairType: unknown },
  ended: string | null,
): boolean =>
  kind.receiptsTypes.includes(String(job.receiptsType)) &&
  (!kind.systemTypes?.length || kind.systemTypes.includes(String(job.repairType))) &&
  (!ended || kind.createTime <= ended);

/** Facts of a photo when it is uploaded, and of its visit. */
export interface PhotoFacts {
  readonly takenTime: string | null;
  readonly location: string | null;
  readonly needWatermark: boolean;
  readonly arriveTime: string | null;
  readonly finishTime: string | null;
  readonly place: string | null;
  readonly mostMetres: number;
}

const SLACK_MINUTES = 30;

function timeNotes({ takenTime, arriveTime, finishTime }: PhotoFacts): Label[] {
  if (!takenTime) return [];
  if (arriveTime && takenTime < addMinutes(arriveTime, -SLACK_MINUTES))
    return [['拍摄早于到达', 'taken before the arrival']];
  return finishTime && takenTime > addMinutes(finishTime, SLACK_MINUTES)
    ? [['拍摄晚于完成', 'taken after the end']]
    : [];
}

/**
 * Return whether a photo was taken at the time and place of the visit. A missing time or place is doubtful only if its
 * class requires a watermark.
 */
export function photoVerdict(one: PhotoFacts): { checkResult: 'pass' | 'warn'; checkNote: string | null } {
  const notes: Label[] = [
    ...(one.needWatermark && (!one.takenTime || !one.location)
      ? [['缺少拍摄时间或位置', 'no time or place'] as const]
      : []),
    ...timeNotes(one),
  ];
  const metres = metresBetween(one.location, one.place);
  if (metres !== null && metres > one.mostMetres) notes.push([`距服务地址${metres}米`, `${metres} m off`]);
  return notes.length
    ? {
        checkResult: 'warn',
        checkNote: storedText([notes.map(([zh]) => zh).join('；'), notes.map(([, en]) => en).join('; ')], 255),
      }
    : { checkResult: 'pass', checkNote: null };
}
