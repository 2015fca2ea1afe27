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

/** Facts beside the counts of a batch that its gates depend on. */
export interface GateFacts {
  readonly soakedMin: number;
  readonly soakMin: number;
  readonly troubles: TroubleComparison;
}

/** A gate of a batch with its numbers in words. `waiting`: time alone opens it. */
export interface JudgedGate {
  readonly gate: BatchGate;
  readonly state: 'met' | 'unmet' | 'waiting';
  readonly words: Label;
}

const percentOf = (some: number, all: number): string => `${all > 0 ? Math.floor((some * 1000) / all) / 10 : 100}%`;

function finishedGate({ present, presentEnded }: BatchCounts): JudgedGate {
  const share = percentOf(presentEnded, present);
  const isMet = presentEnded * 100 >= FINISHED_PERCENT * present;
  return {
    gate: 'finished',
    state: isMet ? 'met' : 'waiting',
    words: isMet
      ? [`完成 ${share}`, `${share} have finished`]
      : [`完成 ${share}，须 ${FINISHED_PERCENT}%`, `${share} have finished, ${FINISHED_PERCENT}% must`],
  };
}

function successGate({ success, failed }: BatchCounts): JudgedGate {
  const share = percentOf(success, success + failed);
  const isMet = success * 100 >= SUCCESS_PERCENT * (success + failed);
  return {
    gate: 'success',
    state: isMet ? 'met' : 'unmet',
    words: isMet
      ? [`成功 ${share}`, `${share} have succeeded`]
      : [`成功 ${share}，须 ${SUCCESS_PERCENT}%`, `${share} have succeeded, ${SUCCESS_PERCENT}% must`],
  };
}

const HOUR_MIN = 60;

/** Return minutes in words, from two hours on in whole hours. */
const spanWords = (minutes: number): Label =>
  minutes >= 2 * HOUR_MIN
    ? [`${Math.floor(minutes / HOUR_MIN)} 小时`, `${Math.floor(minutes / HOUR_MIN)} h`]
    : [`${Math.floor(minutes)} 分钟`, `${Math.floor(minutes)} min`];

function soakGate({ soakedMin, soakMin }: GateFacts): JudgedGate {
  const [soaked, wanted] = [spanWords(soakedMin), spanWords(soakMin)];
  return soakedMin >= soakMin
    ? { gate: 'soak', state: 'met', words: [`看满 ${wanted[0]}`, `Observed for ${wanted[1]}`] }
    : {
        gate: 'soak',
        state: 'waiting',
        words: [`观察 ${soaked[0]}，须 ${wanted[0]}`, `Observed for ${soaked[1]}, must be ${wanted[1]}`],
      };
}

function alarmGate({ troubles }: GateFacts): JudgedGate {
  const { events } = troubles.upgraded;
  return hasMoreTroubles(troubles)
    ? {
        gate: 'alarms',
        state: 'unmet',
        words: [
          `升级后的设备有 ${events} 次告警或掉线，明显多于未升级的`,
          `Upgraded devices had ${events} alarms or disconnections, clearly more than others`,
        ],
      }
    : { gate: 'alarms', state: 'met', words: ['告警不多于对照', 'No more alarms than the control'] };
}

/** Return all gates of a batch, with their numbers in words. */
export const judgedGates = (counts: BatchCounts, facts: GateFacts): readonly JudgedGate[] => [
  finishedGate(counts),
  successGate(counts),
  soakGate(facts),
  alarmGate(facts),
];

/** When failures end a task: their share in percent, from so many ended devices on. */
export interface AbortRule {
  readonly failPercent: number;
  readonly minFinished: number;
}

export const ABORT: AbortRule = { failPercent: 5, minFinished: 50 };
const MIN_ENDED = 3;

/** Return the number of ended devices from which failures end the task: in a small batch half of it, at least three. */
export const abortsFrom = ({ members }: Pick<BatchCounts, 'members'>, { minFinished }: AbortRule): number =>
  Math.max(MIN_ENDED, Math.min(minFinished, Math.ceil(members / 2)));

/** Do the failures of a batch end the task? */
export function mustAbort(counts: BatchCounts, rule: AbortRule): boolean {
  const { success, failed } = counts;
  const ended = success + failed;
  return ended >= abortsFrom(counts, rule) && failed * 100 >= rule.failPercent * ended;
}
