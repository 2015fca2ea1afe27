/** Methods of the context by which an act writes another paper; each includes its bulk variant. */
export type WriteOperation = 'create' | 'submit' | 'change' | 'resubmit' | 'touch' | 'act' | 'move' | 'remove';

/** Writes of other papers that an act causes. The caller needs no right to those papers. */
export interface Effect {
  /**
   * Acts that cause it. A paper's name means its saves, verbs and rows; `paper/path` means one of its calls. A whole
   * path is a call without a paper, and `*` is any act.
   */
  readonly by: readonly string[];
  /** Names of the papers that are written. */
  readonly on: readonly string[];
  readonly does: readonly WriteOperation[];
  readonly because: string;
  /**
   * Reason why the effect also covers writes of rows whose ids the request contains, and of bodies submitted as sent.
   * Absent: the caller needs the right to such writes.
   */
  readonly named?: string;
}
