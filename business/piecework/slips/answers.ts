/** A row of a sheet as lists answer it. */
export interface SlipRow {
  readonly id: string;
  readonly _names?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}
/** Pieces of one process together. */
export interface ByProcess {
  readonly sheetId: string;
  readonly name: string;
  readonly count: number;
  readonly amount: string;
}
/** Lines of one item and reason together. */
export interface ByItem {
  readonly sheetId: string;
  readonly item: string;
  readonly reason: string;
  readonly count: number;
  readonly amount: string;
}
export interface Slips {
  readonly company: string;
  readonly sheets: readonly SlipRow[];
  readonly processes: readonly ByProcess[];
  readonly items: readonly ByItem[];
}
