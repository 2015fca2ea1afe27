/** How an inner write of another paper is made: by the operation of the context, the bulk forms among them. */
export type WriteOperation = 'create' | 'submit' | 'change' | 'resubmit' | 'touch' | 'act' | 'move' | 'remove';

/** Writes of other papers that belong to an act itself: whoever may do the act needs no right to the paper that it writes. */
export interface Effect {
  /** Papers whose own acts (saves, verbs, rows that others create) have it; `paper/path` for a call of its own, the whole path for a call of no paper; `*` for any. */
  readonly by: readonly string[];
  /** Papers that are written. */
  readonly on: readonly string[];
  readonly does: readonly WriteOperation[];
  readonly because: string;
  /** Why it also holds for rows that the request names by id, and for bodies that are submitted as they were sent. Absent: there the right is required. */
  readonly named?: string;
}
