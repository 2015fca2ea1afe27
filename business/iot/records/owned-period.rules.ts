import type { OwnedPeriod } from '#kernel/language/paper.ts';

/** Right to read for an hour, with a reason, the records of a device from before the present home got it. */
export const LOOK_BACK = 'iot_device_lookBack';

/**
 * Restrict records of a device to those since the present home got it, by their moment in the field `at`. Every paper
 * of such records uses this.
 */
export const ownedByFamily = <const At extends string>(at: At) =>
  ({
    through: 'deviceId',
    paper: 'device',
    since: 'ownedSince',
    at,
    lookBack: {
      button: LOOK_BACK,
      paper: 'deviceLookBack',
      row: 'deviceId',
      person: 'readerId',
      ended: 'endedTime',
      until: 'untilTime',
    },
  }) as const satisfies OwnedPeriod;
