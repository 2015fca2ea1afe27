import { type StandardCriteria, type Priced, matchStandard } from '../../standards/match.rules.ts';
import { type Price, baseOf, roundedMoney } from '../../standards/price.rules.ts';
import { type MemberShare, amountsOf } from '../shares.rules.ts';

/** A priced work step of a job, with its quantity and the machine of the customer. */
export interface ProcessWork {
  readonly processId: string;
  readonly qty: string;
  readonly completionEquipmentId: string | null;
  readonly equipmentCategory: string | null;
}

export interface Member extends MemberShare {
  readonly technicianId: string;
  readonly technicianName: string;
}

export type Standard = Priced & Price;

export interface PricedLine {
  readonly pieceworkProcessId: string;
  readonly completionEquipmentId: string | null;
  readonly standardId: string | null;
  readonly technicianId: string;
  readonly technicianName: string;
  readonly qty: string;
  readonly unitPrice: string | null;
  readonly difficultyCoef: string | null;
  readonly qualityCoef: string;
  readonly timeCoef: string;
  readonly pieceRatio: string;
  readonly shareRatio: string;
  readonly amount: string;
}

/** Return the lines of one process: one per member, the lead last. Without a standard their amount is 0. */
export function pricedLinesOf(
  work: ProcessWork,
  standard: Standard | undefined,
  members: readonly Member[],
): PricedLine[] {
  const amounts = standard ? amountsOf(baseOf(work.qty, standard), members) : [];
  return members.map((member, at) => ({
    pieceworkProcessId: work.processId,
    completionEquipmentId: work.completionEquipmentId,
    standardId: standard?.id ?? null,
    technicianId: member.technicianId,
    technicianName: member.technicianName,
    qty: work.qty,
    unitPrice: standard?.unitPrice ?? null,
    difficultyCoef: standard?.difficultyCoef ?? null,
    qualityCoef: member.qualityCoef,
    timeCoef: member.timeCoef,
    pieceRatio: member.pieceRatio,
    shareRatio: member.shareRatio,
    amount: amounts[at] ? roundedMoney(amounts[at]) : '0.00',
  }));
}

/** Return the published standard that prices a process of a job, or undefined. */
export const standardOf = (
  standards: readonly Standard[],
  work: ProcessWork,
  job: Omit<StandardCriteria, 'equipmentCategory'>,
  finishDate: string,
): Standard | undefined =>
  matchStandard(standards, work.processId, { ...job, equipmentCategory: work.equipmentCategory }, finishDate);
