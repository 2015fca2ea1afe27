/** A row as it comes from the server, in a list or as a detail. */
export interface WireRow {
  readonly id: string;
  readonly version?: number;
  readonly createTime?: string;
  readonly children?: readonly WireRow[];
  readonly hasChildren?: boolean;
  /** By field: the label of its dictionary key, or the caption of its reference, in the reader's language. */
  readonly _names?: Readonly<Record<string, string>>;
  /** By field: the link to the picture of the person in it, if there is one. */
  readonly _portraits?: Readonly<Record<string, string>>;
  /** Names of the actions and buttons that the person may use on this row now, `edit` and `delete` among them. */
  readonly _can?: readonly string[];
  /** The part of `_can` that the person may do only on behalf of others, with a reason. */
  readonly _inStead?: readonly string[];
  readonly [field: string]: unknown;
}

export interface WirePage {
  readonly records: readonly WireRow[];
  readonly total: number;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
  readonly totalApprox?: boolean;
  readonly sums?: Readonly<Record<string, string>>;
  /** Averages of the columns that have a sum, over the rows with a value. */
  readonly averages?: Readonly<Record<string, string>>;
}

export const mayDo = (row: WireRow, action: string): boolean => row._can?.includes(action) ?? false;

/** Return a row without its actions: it is read only. */
export const asReadOnly = (row: WireRow): WireRow => ({ ...row, _can: [], _inStead: [] });

export const isOnBehalf = (row: WireRow, action: string): boolean => row._inStead?.includes(action) ?? false;

/**
 * The answer of a call that changes several rows: the ids of the changed rows in `success`. In `failed` are the others,
 * each with the reason why it was not changed.
 */
export interface BatchAnswer {
  readonly success: readonly string[];
  readonly failed: readonly {
    readonly id: string;
    readonly no?: string;
    readonly reason?: string;
    readonly msg: string;
  }[];
}

export const isBatch = (answer: unknown): answer is BatchAnswer =>
  typeof answer === 'object' && answer !== null && 'success' in answer && 'failed' in answer;
