import { screenPlace } from '#kernel/web/registry/places.tsx';
import type { TelemetryStep } from './telemetry-step.rules.ts';

/** In the completion: what the devices say of the repair. `tell` says how far they are; null: there is no such step. */
export const telemetryPlace = screenPlace<{
  readonly visitId: string;
  /** When the work began, as the wire writes it; empty: not yet. */ readonly arrivedAt: string;
  readonly reason: string;
  readonly putReason: (reason: string) => void;
  readonly tell: (step: TelemetryStep | null) => void;
}>('telemetry of a completion');

/** On the page of a visit: what the devices at this door say now. */
export const doorPlace = screenPlace<{ readonly visitId: string }>('devices at the door');

/** In the completion: exchanges of meters that were done at this visit. */
export const meterPlace = screenPlace<{ readonly visitId: string }>('meters of a completion');
