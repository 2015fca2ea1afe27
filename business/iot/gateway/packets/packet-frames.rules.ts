import { reasonCodes } from '../reason-codes.rules.ts';
import { BadPacket } from './bad-packet.rules.ts';
import { MAX_PACKET } from './packet-size.rules.ts';

/** A complete packet: its first byte (type and flags), and its body without the length. */
export interface PacketFrame {
  readonly first: number;
  readonly body: Buffer;
}

const FIRST_ROOM = 256;

/**
 * Splits the byte stream of a connection into packets. A packet that announces too great a length is refused before its
 * body arrives.
 */
export class PacketFrames {
  #first = -1;
  #length = 0;
  /** Number of bytes of the length field read so far; -1: the field is complete. */ #lengthBytes = 0;
  #body: Buffer | null = null;
  #has = 0;

  *take(chunk: Buffer): Generator<PacketFrame> {
    for (let at = 0; at < chunk.length || this.#isWhole();) {
      if (this.#lengthBytes >= 0) this.#readHeader(chunk[at++]);
      else {
        const end = Math.min(chunk.length, at + this.#length - this.#has);
        const body = this.#gather(chunk.subarray(at, end));
        at = end;
        if (!body) continue;
        const first = this.#first;
        this.#first = -1;
        this.#lengthBytes = 0;
        yield { first, body };
      }
    }
  }

  #isWhole(): boolean {
    return this.#lengthBytes < 0 && this.#length === this.#has;
  }

  #readHeader(byte: number): void {
    if (this.#first < 0) {
      this.#first = byte;
      this.#length = 0;
      this.#lengthBytes = 0;
      return;
    }
    this.#length += (byte & 0x7f) * 128 ** this.#lengthBytes;
    this.#lengthBytes += 1;
    if ((byte & 0x80) !== 0) {
      if (this.#lengthBytes === 4) throw new BadPacket(reasonCodes.malformed);
      return;
    }
    if (this.#length > MAX_PACKET) throw new BadPacket(reasonCodes.packetTooLarge);
    this.#lengthBytes = -1;
    this.#has = 0;
  }

  /**
   * Collect bytes of a body; return it when complete, else null. Memory grows with received bytes, not with the
   * announced length.
   */
  #gather(bytes: Buffer): Buffer | null {
    if (this.#has === 0 && bytes.length === this.#length) return bytes;
    const needed = this.#has + bytes.length;
    if (!this.#body || this.#body.length < needed) {
      const room = Buffer.allocUnsafeSlow(Math.min(this.#length, Math.max(FIRST_ROOM, needed * 2)));
      this.#body?.copy(room, 0, 0, this.#has);
      this.#body = room;
    }
    bytes.copy(this.#body, this.#has);
    this.#has = needed;
    if (needed < this.#length) return null;
    const whole = this.#body;
    this.#body = null;
    return whole.subarray(0, needed);
  }
}
