import type { Label } from '#kernel/language/label.ts';

/** Results of the devices of one batch. Skipped and cancelled devices count as neither success nor failure. */
export interface BatchCounts {
  readonly members: number;
  /** Members that were online at least once since the batch began. Absent devices would close the gate for ever. */
  readonly present: number;
  readonly presentEnded: number;
  readonly success: number;
  /** Failed or timed out. */ readonly failed: number;
}

/** Alarms and losses of connection of some devices, and the time over which they were counted, in days of a device. */
export interface Troubles {
  readonly events: number;
  readonly days: number;
}

/** Troubles of the upgraded devices, beside those of comparable devices with another version. */
export interface TroubleComparison {
  readonly upgraded: Troubles;
  readonly control: Troubles;
}

export type BatchGate = 'finished' | 'success' | 'soak' | 'alarms';

const FINISHED_PERCENT = 95;
const SUCCESS_PERCENT = 98;
/** Troubles of upgraded devices close the gate if they exceed this many times the expected ones, and by so many. */
const TIMES = 2;
const MORE = 3;

/** Do the upgraded devices have clearly more troubles than expected? */
export function hasMoreTroubles({ upgraded, control }: TroubleComparison): boolean {
  const expected = control.days > 0 ? (control.events / control.days) * upgraded.days : 0;
  return upgraded.events > TIMES * expected && upgraded.events - expected >= MORE;
}

/** Return the gates that keep the next batch waiting. */
export function closedGates(
  { present, presentEnded, success, failed }: BatchCounts,
  { soakedMin, soakMin, troubles }: { soakedMin: number; soakMin: number; troubles: TroubleComparison },
): BatchGate[] {
  const closed: BatchGate[] = [];
  if (presentEnded * 100 < FINISHED_PERCENT * present) closed.push('finished');
  if (success * 100 < SUCCESS_PERCENT * (success + failed)) closed.push('success');
  if (soakedMin < soakMin) closed.push('soak');
  if (hasMoreTroubles(troubles)) closed.push('alarms');
  return closed;
}

const percentOf = (some: number, all: number): string => `${all > 0 ? Math.floor((some * 1000) / all) / 10 : 100}%`;

/** Return the gate in words, with its numbers. */
export function gateWords(
  gate: BatchGate,
  { present, presentEnded, success, failed }: BatchCounts,
  { soakedMin, soakMin, troubles }: { soakedMin: number; soakMin: number; troubles: TroubleComparison },
): Label {
  switch (gate) {
    case 'finished':
      return [
        `完成 ${percentOf(presentEnded, present)}，须 ${FINISHED_PERCENT}%`,
        `${percentOf(presentEnded, present)} have finished, ${FINISHED_PERCENT}% must`,
      ];
    case 'success':
      return [
        `成功 ${percentOf(success, success + failed)}，须 ${SUCCESS_PERCENT}%`,
        `${percentOf(success, success + failed)} have succeeded, ${SUCCESS_PERCENT}% must`,
      ];
    case 'soak':
      return [
        `观察 ${Math.floor(soakedMin)} 分钟，须 ${soakMin} 分钟`,
        `Observed for ${Math.floor(soakedMin)} min, must be ${soakMin} min`,
      ];
    default:
      return [
        `升级后的设备有 ${troubles.upgraded.events} 次告警或掉线，明显多于未升级的`,
        `Upgraded devices had ${troubles.upgraded.events} alarms or disconnections, clearly more than others`,
      ];
  }
}

/** When failures end a task: their share in percent, from so many ended devices on. */
export interface AbortRule {
  readonly failPercent: number;
  readonly minFinished: number;
}

export const ABORT: AbortRule = { failPercent: 5, minFinished: 50 };
const MIN_ENDED = 3;

/** Do the failures of a batch end the task? In a small batch, half of it suffices, but at least three devices. */
export function mustAbort({ members, success, failed }: BatchCounts, { failPercent, minFinished }: AbortRule): boolean {
  const ended = success + failed;
  const enough = Math.max(MIN_ENDED, Math.min(minFinished, Math.ceil(members / 2)));
  return ended >= enough && failed * 100 >= failPercent * ended;
}
