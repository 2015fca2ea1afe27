import { screenPlace } from '#kernel/web/registry/places.tsx';

/** A fault that something else than the caller tells of. */
export interface ToldFault {
  readonly alarmId: string;
  readonly equipmentId: string;
  readonly repairType: string;
  readonly faultCategory: string;
  readonly description: string;
  readonly urgency: string;
}

/** Between the homes of a caller and his equipment: what his devices say is wrong; `fill` puts it into the new request. */
export const liveFaultPlace = screenPlace<{
  readonly customerId: string;
  readonly fill: (fault: ToldFault) => void;
}>('live fault of a caller');
