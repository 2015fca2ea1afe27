/** Writes numbers and texts in few bytes. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** Write a whole number from 0 to 2^53, seven bits in each byte. */
  count(value: number): void {
    this.#room(8);
    let rest = value;
    while (rest > 0x7f_ff_ff_ff) {
      this.#bytes[this.#length] = (rest % 128) + 128;
      this.#length += 1;
      rest = Math.floor(rest / 128);
    }
    while (rest > 127) {
      this.#bytes[this.#length] = (rest & 127) | 128;
      this.#length += 1;
      rest >>>= 7;
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }

  /** Write a whole number with a sign, up to 2^52. */
  signed(value: number): void {
    this.count(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  float(value: number): void {
    this.#room(8);
    this.#view.setFloat64(this.#length, value);
    this.#length += 8;
  }

  text(value: string): void {
    const bytes = Buffer.from(value, 'utf8');
    this.count(bytes.length);
    this.bytes(bytes);
  }

  bytes(value: Uint8Array): void {
    this.#room(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  finish(): Buffer {
    return Buffer.from(this.#bytes.slice(0, this.#length).buffer);
  }
}

/** Reused buffer for the result of `signeds`. */
let scratch = new Float64Array(1024);

/** Reads the output of a `ByteWriter` in the same order. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    if (this.#at >= this.#bytes.length) throw new RangeError('the bytes end too early');
    const value = this.#bytes[this.#at];
    this.#at += 1;
    return value;
  }

  count(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  signed(): number {
    const value = this.count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /**
   * Read signed numbers; the result is valid until the next call. Most numbers have one or two bytes, so the loop
   * avoids calls and branches for them.
   */
  signeds(count: number): Float64Array {
    if (count > scratch.length) scratch = new Float64Array(count * 2);
    const values = scratch;
    const bytes = this.#bytes;
    const last = bytes.length - 1;
    let at = this.#at;
    for (let no = 0; no < count; no += 1) {
      const one = bytes[at];
      const more = one >> 7;
      const two = at < last ? bytes[at + 1] : 128;
      if (at > last || more & (two >> 7)) {
        this.#at = at;
        values[no] = this.signed();
        at = this.#at;
        continue;
      }
      const value = (one & 127) | ((two & (-more & 127)) << 7);
      at += 1 + more;
      values[no] = (value >>> 1) ^ -(value & 1);
    }
    this.#at = at;
    return values;
  }

  float(): number {
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, 8);
    this.#at += 8;
    return view.getFloat64(0);
  }

  text(): string {
    return Buffer.from(this.bytes(this.count())).toString('utf8');
  }

  bytes(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new RangeError('the bytes end too early');
    const part = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return part;
  }
}
