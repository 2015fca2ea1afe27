import { screenPlace } from '#kernel/web/registry/places.tsx';

/** Below the head of a device: what is wrong with it now and what is done about it. */
export const deviceBandPlace = screenPlace<{ readonly deviceId: string }>('device band');
