/** A row that the server suggests for a field in place of the refused value. */
export interface Instead {
  readonly field: string;
  readonly id: string;
  readonly name: string;
}

/** A failed answer, with the message of the server. `code` 0: the server could not be reached. */
export class Refused extends Error {
  readonly code: number;
  readonly reason: string;
  readonly data: Readonly<Record<string, unknown>>;
  constructor(code: number, reason: string, message: string, data: Record<string, unknown> = {}) {
    super(message);
    this.name = 'Refused';
    this.code = code;
    this.reason = reason;
    this.data = data;
  }

  /** The refused fields, each with its message. */
  get fields(): { field: string; msg: string }[] {
    return Array.isArray(this.data.fields) ? (this.data.fields as { field: string; msg: string }[]) : [];
  }

  /** The suggested row of this refusal; null if it suggests none. */
  get instead(): Instead | null {
    const { instead } = this.data as { instead?: Partial<Instead> };
    return instead?.field && instead.id && instead.name !== undefined ? (instead as Instead) : null;
  }
}
