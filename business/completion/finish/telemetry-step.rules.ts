import type { Gap } from './draft.rules.ts';

/** How far telemetry has confirmed a repair. */
export interface TelemetryStep {
  readonly isConfirmed: boolean;
  /** Minutes without the fault so far; ten confirm the repair. */ readonly minutes: number;
}

/**
 * Return a gap if telemetry does not confirm the repair and `reason` is empty. With a reason, the unconfirmed repair
 * can be submitted.
 */
export const telemetryGaps = (step: TelemetryStep | null, reason: string): Gap[] =>
  step && !step.isConfirmed && reason.trim() === ''
    ? [
        {
          section: 'telemetry',
          words: ['遥测还没确认，说明为什么现在提交', 'Not confirmed by telemetry: say why you submit now'],
        },
      ]
    : [];
