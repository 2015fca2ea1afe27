import { screenPlace } from '#kernel/web/registry/places.tsx';

/** Place below the head of a device's page, where another room shows present faults and their repair. */
export const deviceBandPlace = screenPlace<{ readonly deviceId: string }>('device band');

/** Place on a device's page for its wanted and reported settings. */
export const deviceSettingsPlace = screenPlace<{
  readonly deviceId: string;
  readonly mac: string;
  readonly isOnline: boolean;
  readonly heard: number | null;
}>('device settings');

/** Place among the buttons of a device's page for acts of rooms above. */
export const deviceToolsPlace = screenPlace<{ readonly deviceId: string; readonly mac: string }>('device tools');
