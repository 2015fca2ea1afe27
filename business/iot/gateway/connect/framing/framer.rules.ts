import { type Cutter, cutterOf } from './cutters.rules.ts';
import { MAX_FRAME } from '../codec/binary.rules.ts';
import { type Framing, IDLE_MS } from './framing.rules.ts';

const MAX_JUNK = 65_536;
export const MAX_BAD = 20;

/** Kind of passed bytes of a stream. A bad frame whose start may be false is passed as junk, byte by byte. */
export type PassedBytes = 'frame' | 'bad' | 'junk';

/** Receiver of the frames of a stream. */
interface FrameTaker {
  /** Is this frame right, by its checksum and the rest of its configuration? */
  isGood(frame: Uint8Array): boolean;
  /** Take a frame; its bytes belong to the taker. */
  take(frame: Uint8Array, isGood: boolean): void;
  /** Take notice of bytes that are done: a frame, or junk. It is called before `take`. */
  passed?(bytes: number, kind: PassedBytes): void;
}

/** Cuts the bytes of one connection into frames. Its memory is two frames, whatever arrives. */
export class Framer {
  readonly #cutter: Cutter;
  readonly #taker: FrameTaker;
  readonly #buffer: Uint8Array<ArrayBuffer>;
  readonly #maxFrame: number;
  #from = 0;
  #to = 0;
  #scanned = 0;
  #junkInRow = 0;
  #badInRow = 0;
  /** Bytes that belonged to no frame. */
  junkBytes = 0;
  badFrames = 0;
  /** Silence in milliseconds after which `rest` takes a frame; null: frames show their own end. */
  readonly idleMs: number | null;

  constructor(framing: Framing, taker: FrameTaker) {
    this.#maxFrame = Math.min(framing.maxFrame ?? MAX_FRAME, MAX_FRAME);
    this.#cutter = cutterOf(framing, this.#maxFrame);
    this.#taker = taker;
    this.#buffer = new Uint8Array(2 * this.#maxFrame);
    this.idleMs = framing.kind === 'none' ? (framing.idleMs ?? IDLE_MS) : null;
  }

  /** Did so much junk, or so many bad frames in a row, arrive that the connection must be closed? */
  get isBroken(): boolean {
    return this.#junkInRow > MAX_JUNK || this.isBad;
  }

  /** Did so many bad frames arrive in a row? */
  get isBad(): boolean {
    return this.#badInRow >= MAX_BAD;
  }

  /** Take bytes; frames that they complete go to the taker. A broken stream takes none. */
  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && !this.isBroken;) {
      this.#makeRoom();
      const part = chunk.subarray(at, at + this.#buffer.length - this.#to);
      this.#buffer.set(part, this.#to);
      this.#to += part.length;
      at += part.length;
      this.#cutAll();
    }
  }

  /** Take all bytes that arrived before a silence as one frame. */
  rest(): void {
    const length = this.#to - this.#from;
    if (length > 0 && this.idleMs !== null) this.#judge(length, false);
  }

  /** Move the bytes to the front only when the end is reached, so each byte is moved about once. */
  #makeRoom(): void {
    if (this.#from === this.#to) this.#from = this.#to = 0;
    if (this.#to < this.#buffer.length) return;
    this.#buffer.copyWithin(0, this.#from, this.#to);
    this.#to -= this.#from;
    this.#from = 0;
  }

  #cutAll(): void {
    while (this.#from < this.#to && !this.isBroken) {
      const cut = this.#cutter.cut(this.#buffer.subarray(this.#from, this.#to), this.#scanned);
      if (cut.kind === 'wait') {
        this.#scanned = this.#to - this.#from;
        return;
      }
      if (cut.kind === 'junk') this.#discard(cut.bytes);
      else this.#judge(cut.length, cut.isWrong === true);
    }
  }

  #discard(bytes: number): void {
    this.junkBytes += bytes;
    this.#junkInRow += bytes;
    this.#skip(bytes, 'junk');
  }

  #skip(bytes: number, kind: PassedBytes): void {
    this.#taker.passed?.(bytes, kind);
    this.#from += bytes;
    this.#scanned = 0;
  }

  #judge(length: number, isWrong: boolean): void {
    const frame = this.#cutter.read(this.#buffer.subarray(this.#from, this.#from + length));
    const isGood = !isWrong && this.#taker.isGood(frame);
    if (isGood) {
      this.#junkInRow = this.#badInRow = 0;
      this.#skip(length, 'frame');
    } else {
      this.badFrames++;
      this.#badInRow++;
      // A false start inside the data of another frame must not take that frame away.
      if (this.#cutter.finds) this.#discard(1);
      else this.#skip(length, 'bad');
    }
    this.#taker.take(frame, isGood);
  }
}
