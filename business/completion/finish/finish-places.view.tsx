import { screenPlace } from '#kernel/web/registry/places.tsx';
import type { DraftSums } from './draft.rules.ts';
import type { SectionProps } from './parts.view.tsx';
import type { TelemetryStep } from './telemetry-step.rules.ts';

/**
 * A place in the completion form where a room above shows whether telemetry confirms the repair. `tell` reports the
 * progress; null means that there is nothing to confirm.
 */
export const telemetryPlace = screenPlace<{
  readonly visitId: string;
  /** Time of arrival at the home, `yyyy-MM-dd HH:mm:ss`; empty before it. */ readonly arrivedAt: string;
  readonly reason: string;
  readonly putReason: (reason: string) => void;
  readonly tell: (step: TelemetryStep | null) => void;
}>('telemetry of a completion');

/** A place on the page of a visit where a room above shows the present state of the home's devices. */
export const doorPlace = screenPlace<{
  readonly visitId: string;
  /** The technician works at the home now. */ readonly isWorking: boolean;
}>('devices at the door');

/** A place in the completion form where a room above enters meter exchanges at this visit. */
export const meterPlace = screenPlace<{ readonly visitId: string }>('meters of a completion');

/** The completion as the phone would send it now: its body, its files, and the facts of the step. */
interface SentCompletion {
  readonly body: Record<string, unknown>;
  readonly files: { name: string; blob: Blob }[];
  readonly facts: Record<string, unknown>;
}

/** A place below the fees of a completion where a room above asks the customer to agree to them. */
export const consentPlace = screenPlace<
  SectionProps & { readonly sums: DraftSums; readonly sent: () => SentCompletion }
>('consent of a completion');
