import type { OwnedPeriod } from '#kernel/language/paper.ts';

/** The button that opens a look back: records of a device from before its present owner, with a reason. */
export const LOOK_BACK = 'iot_device_lookBack';

/** Records of a device belong to the family that had it at their moment `at`. Every paper of such records uses this. */
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
