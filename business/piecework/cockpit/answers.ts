export const wagesPath = 'blade-maintenance/webApi/aspieceworkwages';

interface Effect {
  readonly technicianId: string;
  readonly technicianName: string;
  readonly before: string;
  readonly after: string;
  readonly delta: string;
}
interface BelowMinimum {
  readonly technicianId: string;
  readonly technicianName: string;
  readonly period: string;
  readonly before: string;
  readonly after: string;
  readonly minWage: string;
}

/** What other prices would have paid. */
export interface SimulationAnswer {
  readonly from: string;
  readonly to: string;
  readonly before: string;
  readonly after: string;
  readonly delta: string;
  readonly people: readonly Effect[];
  readonly winners: number;
  readonly losers: number;
  readonly belowMinimum: readonly BelowMinimum[];
}
