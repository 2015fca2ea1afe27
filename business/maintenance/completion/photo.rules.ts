import { addMinutes } from '../time/days.rules.ts';
import { metresBetween } from '../dispatch/distance.rules.ts';

/** What is known about a photo when it is taken in. */
export interface Taken { readonly takenTime: string | null; readonly location: string | null; readonly needWatermark: boolean; readonly arriveTime: string | null; readonly finishTime: string | null; readonly place: string | null; readonly mostMetres: number }

const SLACK_MINUTES = 30;

/** Was the photo taken there and then? What cannot be said is doubtful only where time and place are asked for. */
export function photoVerdict(one: Taken): { checkResult: 'pass' | 'warn'; checkNote: string | null } {
  const notes: string[] = [];
  if (one.needWatermark && (!one.takenTime || !one.location)) notes.push('缺少拍摄时间或位置 no time or place');
  if (one.takenTime && one.arriveTime && one.takenTime < addMinutes(one.arriveTime, -SLACK_MINUTES)) notes.push('拍摄早于到达 taken before the arrival');
  if (one.takenTime && one.finishTime && one.takenTime > addMinutes(one.finishTime, SLACK_MINUTES)) notes.push('拍摄晚于完成 taken after the end');
  const metres = metresBetween(one.location, one.place);
  if (metres !== null && metres > one.mostMetres) notes.push(`距服务地址${metres}米 ${metres} m off`);
  return notes.length ? { checkResult: 'warn', checkNote: notes.join('; ') } : { checkResult: 'pass', checkNote: null };
}
