/** The message that raised an alarm, as its row keeps it. Moments are milliseconds. */
export interface StoredFrame {
  readonly topic: string;
  readonly size: number;
  /** As text, where it is one. */ readonly text?: string;
  /** Else as bytes. */ readonly hex?: string;
  readonly ts: number;
  /** The same on the wall of the company. */ readonly at: string;
  readonly receivedAt: number;
  readonly judgedAt: number;
  /** Absent: the process ended before it could say so. */ readonly committedAt?: number;
}
