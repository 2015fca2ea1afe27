/** A row as the lists and details answer it. */
export interface WireRow {
  readonly id: string;
  readonly version?: number;
  readonly createTime?: string;
  readonly children?: readonly WireRow[];
  readonly hasChildren?: boolean;
  /** The words of keys and ids, in the language of the caller. */
  readonly _names?: Readonly<Record<string, string>>;
  /** Links to the pictures of people whom its fields name, where they have one. */
  readonly _portraits?: Readonly<Record<string, string>>;
  /** The actions that this person may do with this row now, with `edit` and `delete`. */
  readonly _can?: readonly string[];
  /** Of these, what he does only on behalf of others: he is asked why. */
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
  /** Of the same columns, over the rows that have a value. */
  readonly averages?: Readonly<Record<string, string>>;
}

export const mayDo = (row: WireRow, action: string): boolean => row._can?.includes(action) ?? false;

export const isOnBehalf = (row: WireRow, action: string): boolean => row._inStead?.includes(action) ?? false;

/** Several rows at once are answered one by one. */
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
