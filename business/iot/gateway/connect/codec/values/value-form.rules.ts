/** Reads and writes the values of one field. `from` and `to` are bits, both included. */
export interface ValueType {
  /** Return the value; null if the bits hold none. */
  readonly read: (bytes: Uint8Array, from: number, to: number) => unknown;
  /** Return the bits of a value, in big endian. Throw `FrameFault` for a value that cannot be sent. */
  readonly write: (value: unknown, bits: number) => bigint;
  /** Does the byte order apply to the bytes that are written? */
  readonly isOrdered: boolean;
}
