import type { WireRow } from '#kernel/web/registry/rows.ts';

export const auditPath = 'blade-maintenance/webApi/aspieceworkaudit';

/** A line as the wire has it; decimals are text. */
export type WireLine = WireRow & {
  readonly pieceworkProcessId: string;
  readonly completionEquipmentId: string;
  readonly standardId: string;
  readonly technicianId: string;
  readonly technicianName: string;
  readonly qty: string;
  readonly unitPrice: string;
  readonly difficultyCoef: string;
  readonly qualityCoef: string;
  readonly timeCoef: string;
  readonly pieceRatio: string;
  readonly shareRatio: string;
  readonly amount: string;
  readonly collectSource: string;
  readonly manualReason: string;
};

export type WireFlag = WireRow & {
  readonly inconformFlag: string;
  readonly detail: string;
  readonly answer: string;
  readonly answerUser: string;
  readonly answerTime: string;
};

/** Everything about a piece on one page, as `checkDetail` answers it. */
export interface CheckedCompletion {
  readonly piece: WireRow;
  readonly registration: WireRow | null;
  readonly dispatch: WireRow | null;
  readonly visit: WireRow | null;
  readonly completion: WireRow | null;
  readonly supplies: readonly WireRow[];
  readonly crew: readonly WireRow[];
  readonly lines: readonly WireLine[];
  readonly standards: readonly WireRow[];
  readonly processes: readonly WireRow[];
  readonly flags: readonly WireFlag[];
  readonly previousVisits: readonly WireRow[];
  readonly log: readonly WireRow[];
}

/** The photos of one class, and how many of it the job must have. */
export interface AuditPhotoClass {
  readonly classifyId: string;
  readonly classifyName: string;
  readonly wanted: number;
  readonly files: readonly WireRow[];
}

interface Pile {
  readonly pieceStatus: string;
  readonly count: number;
  readonly receivable: string;
  readonly amount: string;
  readonly oldest: string | null;
}

/** The states of the audit with their counts and sums, and how many the person has passed today. */
export interface AuditQueue {
  readonly piles: readonly Pile[];
  readonly today: number;
}

/** The value of a field as text; what is empty is ''. */
export const textOf = (row: WireRow | null | undefined, field: string): string => {
  const value = row?.[field];
  return value === null || value === undefined ? '' : String(value);
};

/** The word of a key or id, in the language of the answer. */
export const captionIn = (row: WireRow | null | undefined, field: string): string =>
  row?._names?.[field] ?? textOf(row, field);
