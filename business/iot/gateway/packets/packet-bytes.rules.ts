import { reasonCodes } from '../reason-codes.rules.ts';
import { BadPacket } from './bad-packet.rules.ts';

/** Throws on invalid UTF-8; a byte order mark is retained as a character (5.0 §1.5.4). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const PRINTABLE = /^[\x20-\x7e]*$/;

const malformed = (): BadPacket => new BadPacket(reasonCodes.malformed);

/** Reads the fields of one packet in order. A missing or invalid field throws `BadPacket`. */
export class PacketBytes {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  constructor(bytes: Buffer, from = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = end;
  }

  get isDone(): boolean {
    return this.#at >= this.#end;
  }

  #step(count: number): number {
    const at = this.#at;
    if (at + count > this.#end) throw malformed();
    this.#at = at + count;
    return at;
  }

  byte(): number {
    return this.#bytes[this.#step(1)];
  }

  number(): number {
    return this.#bytes.readUInt16BE(this.#step(2));
  }

  longNumber(): number {
    return this.#bytes.readUInt32BE(this.#step(4));
  }

  /** Read a variable byte integer of one to four bytes; only the shortest form is valid (5.0 §1.5.5). */
  variable(): number {
    let value = 0;
    for (let place = 0; place < 4; place += 1) {
      const byte = this.byte();
      value += (byte & 0x7f) * 128 ** place;
      if ((byte & 0x80) !== 0) continue;
      if (byte === 0 && place > 0) throw malformed();
      return value;
    }
    throw malformed();
  }

  binary(): Buffer {
    const length = this.number();
    const at = this.#step(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** Read a UTF-8 string; U+0000 and invalid UTF-8 are refused (3.1.1 §1.5.3, 5.0 §1.5.4). */
  text(): string {
    const bytes = this.binary();
    const plain = bytes.toString('latin1');
    if (PRINTABLE.test(plain)) return plain;
    let text = '';
    try {
      text = utf8.decode(bytes);
    } catch {
      throw malformed();
    }
    if (text.includes('\0')) throw malformed();
    return text;
  }

  /** Read a packet identifier; 0 is refused. */
  packetId(): number {
    const id = this.number();
    if (id === 0) throw new BadPacket(reasonCodes.protocolError);
    return id;
  }

  /** Return a reader of the next `length` bytes, and skip them here. */
  part(length: number): PacketBytes {
    const at = this.#step(length);
    return new PacketBytes(this.#bytes, at, at + length);
  }

  rest(): Buffer {
    return this.#bytes.subarray(this.#step(this.#end - this.#at), this.#end);
  }

  /** Refuse bytes after the last field. */
  end(): void {
    if (!this.isDone) throw malformed();
  }
}
