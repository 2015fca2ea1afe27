import { screenPlace } from '#kernel/web/registry/places.tsx';

/** A fault that a device reported by an alarm, with the values that it fills into a form. */
export interface ToldFault {
  readonly alarmId: string;
  readonly equipmentId: string;
  readonly repairType: string;
  readonly faultCategory: string;
  readonly description: string;
  readonly urgency: string;
}

/**
 * Place of the desk between the caller's homes and machines, where a room above shows faults reported by devices.
 * `fill` copies one into the new form.
 */
export const liveFaultPlace = screenPlace<{
  readonly customerId: string;
  readonly fill: (fault: ToldFault) => void;
}>('live fault of a caller');
