/** A batch of a task: the share of devices that it reaches, the earlier batches included, and its waiting time. */
export interface Batch {
  readonly percent: number;
  readonly soakMin?: number | null;
}

/** Places of devices in a task; a batch of one percent reaches the first hundred. */
export const PLACES = 10_000;

/** Return the place of a device in a task by the CRC-32 of `taskId:deviceId`. It never changes. */
export const rolloutPlace = (crc: number): number => (crc >>> 0) % PLACES;

/** Does a share of devices in percent reach this place? So 1 % is a part of 10 %, and this of 50 %. */
export const isReached = (place: number, percent: number): boolean => place < percent * 100;

/** Return the number of the batch that reaches a place, from 1 on. */
export function waveOf(place: number, batches: readonly Batch[]): number {
  const found = batches.findIndex(({ percent }) => isReached(place, percent));
  return found < 0 ? batches.length : found + 1;
}

/** One batch with all devices. */
export const AT_ONCE: readonly Batch[] = [{ percent: 100, soakMin: 0 }];

export const wavesOf = (batches: readonly Batch[] | null | undefined): readonly Batch[] =>
  batches?.length ? batches : AT_ONCE;

/** Do the shares rise, up to 100 %? */
export const areBatches = (batches: readonly Batch[]): boolean =>
  batches.length <= 20 &&
  batches.every(
    ({ percent, soakMin }, at) =>
      Number.isFinite(percent) &&
      percent > (batches[at - 1]?.percent ?? 0) &&
      percent <= 100 &&
      (soakMin === undefined || soakMin === null || (Number.isFinite(soakMin) && soakMin >= 0 && soakMin <= 43_200)),
  ) &&
  batches.at(-1)?.percent === 100;
