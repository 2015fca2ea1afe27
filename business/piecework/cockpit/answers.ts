/** What one technician's lines come to in a period, by the columns of the sheet; amounts are text. */
export interface Total {
  readonly wagePeriod: string; readonly technicianId: string; readonly technicianName: string; readonly customerServiceTeam: string; readonly wageSheetId: string | null; readonly wageNo: string; readonly wageStatus: string;
  readonly baseAmount: string; readonly pieceAmount: string; readonly pieceCount: number; readonly allowanceAmount: string; readonly marketingAmount: string; readonly bonusAmount: string; readonly penaltyAmount: string;
  readonly carryAmount: string; readonly minWageTopUp: string; readonly totalAmount: string; readonly lineCount: number; readonly sendTime: string | null;
}

export const wagesPath = 'blade-maintenance/webApi/aspieceworkwages';

interface Effect { readonly technicianId: string; readonly technicianName: string; readonly before: string; readonly after: string; readonly delta: string }
interface BelowMinimum { readonly technicianId: string; readonly technicianName: string; readonly period: string; readonly before: string; readonly after: string; readonly minWage: string }

/** What other prices would have paid. */
export interface Simulated { readonly from: string; readonly to: string; readonly before: string; readonly after: string; readonly delta: string; readonly people: readonly Effect[]; readonly winners: number; readonly losers: number; readonly belowMinimum: readonly BelowMinimum[] }
