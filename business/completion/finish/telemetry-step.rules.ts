import type { Gap } from './draft.rules.ts';

/** How far telemetry is with confirming a repair. */
export interface TelemetryStep {
  readonly isConfirmed: boolean;
  /** Of ten minutes without the fault so many are over. */ readonly minutes: number;
}

/** What is not confirmed keeps nobody from submitting: he says why. */
export const telemetryGaps = (step: TelemetryStep | null, reason: string): Gap[] =>
  step && !step.isConfirmed && reason.trim() === ''
    ? [
        {
          section: 'telemetry',
          words: ['遥测还没确认，说明为什么现在提交', 'Not confirmed by telemetry: say why you submit now'],
        },
      ]
    : [];
