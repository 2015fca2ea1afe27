/** A packet that violates MQTT. Its connection is closed with this reason code (5.0 §2.4). */
export class BadPacket extends Error {
  readonly code: number;
  /** Protocol level of a malformed login, so that it is answered in its version; null: unknown. */
  level: number | null = null;

  constructor(code: number) {
    super(`packet refused with 0x${code.toString(16)}`);
    this.code = code;
  }
}
