/** A row of a pile: who, what about, and when it is due or came in. */
export interface PileRow {
  readonly id: string;
  readonly who: string;
  readonly words: string;
  readonly when: string;
  /** Is its time over? */ readonly late: boolean;
}

/** A pile of work: how much, and the three that wait longest. */
export interface Pile {
  readonly name: string;
  readonly count: number;
  readonly rows: readonly PileRow[];
}
