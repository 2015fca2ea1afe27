import { screenPlace } from '#kernel/web/registry/places.tsx';

/** Place below the head of a device's page, where another room shows present faults and their repair. */
export const deviceBandPlace = screenPlace<{ readonly deviceId: string }>('device band');
