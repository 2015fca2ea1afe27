/** A row that a refusal offers for a field. */
export interface Instead {
  readonly field: string;
  readonly id: string;
  readonly name: string;
}

/** An answer that is no success, told in the words of the server. `code` 0: the server could not be reached. */
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

  /** The fields that were refused, with the words for each. */
  get fields(): { field: string; msg: string }[] {
    return Array.isArray(this.data.fields) ? (this.data.fields as { field: string; msg: string }[]) : [];
  }

  /** The row to choose for a field in place of the refused one, where the refusal names it. */
  get instead(): Instead | null {
    const { instead } = this.data as { instead?: Partial<Instead> };
    return instead?.field && instead.id && instead.name !== undefined ? (instead as Instead) : null;
  }
}
