/** A packet that breaks MQTT: its connection ends with this reason code (5.0 §2.4). */
export class BadPacket extends Error {
  readonly code: number;
  /** Of a login: the level of its protocol, so that its answer has the right form. */ level: number | null = null;

  constructor(code: number) {
    super(`packet refused with 0x${code.toString(16)}`);
    this.code = code;
  }
}
