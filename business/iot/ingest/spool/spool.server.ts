import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { LaneEntry } from '../entry.rules.ts';
import { readRecords, writeRecord } from './spool-record.rules.ts';

const SEGMENT_BYTES = 64 * 2 ** 20;

/** File name of a segment; names sort in order of time. */
const nameOf = (no: number): string => `${String(no).padStart(9, '0')}.log`;
/** File name for unreadable bytes of a segment; such a file is never deleted automatically. */
const unreadNameOf = (no: number): string => `${String(no).padStart(9, '0')}.unread`;

/** Number of entries and bytes that the spool has on disk. */
export interface SpoolFacts {
  readonly records: number;
  readonly bytes: number;
}

/** The oldest segment in memory, and the offset up to which it is stored in the database. */
interface Head {
  readonly no: number;
  readonly bytes: Buffer;
  at: number;
}

/**
 * Stores the entries of a write queue (lane) on disk during an outage, in order. When an append returns, they survive a
 * power cut, so they may be acknowledged. A segment is deleted when all of it is in the database.
 */
export class Spool {
  readonly #folder: string;
  readonly #most: number;
  readonly #report: (error: Error) => void;
  #segments: number[] = [];
  /** Number of the newest segment. Numbers are never used again, so no file is overwritten. */ #last = 0;
  #tail: FileHandle | null = null;
  #tailBytes = 0;
  #bytes = 0;
  #records = 0;
  #head: Head | null = null;
  #busy: Promise<void> = Promise.resolve();

  /** `most`: maximal bytes on disk; above them appends return false. */
  constructor(folder: string, most: number, report: (error: Error) => void = () => undefined) {
    this.#folder = folder;
    this.#most = most;
    this.#report = report;
  }

  /** Find the segments that an earlier process left. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const names = await readdir(this.#folder);
    const numbersOf = (ending: RegExp): number[] =>
      names.filter((name) => ending.test(name)).map((name) => Number(name.slice(0, 9)));
    this.#segments = numbersOf(/^\d{9}\.log$/).toSorted((a, b) => a - b);
    this.#last = Math.max(0, ...numbersOf(/^\d{9}\.(?:log|unread)$/));
    for (const no of this.#segments) {
      const bytes = await readFile(join(this.#folder, nameOf(no)));
      this.#bytes += bytes.length;
      this.#records += readRecords(bytes, 0, Number.POSITIVE_INFINITY, crc32).entries.length;
    }
  }

  get isEmpty(): boolean {
    return this.#records === 0;
  }

  get facts(): SpoolFacts {
    return { records: this.#records, bytes: this.#bytes };
  }

  /**
   * Write entries so that they survive a power cut. False: there is no room. If it throws, none of them is stored, and
   * later appends are not affected.
   */
  append(entries: readonly LaneEntry[]): Promise<boolean> {
    return this.#alone(() => this.#append(entries));
  }

  async #append(entries: readonly LaneEntry[]): Promise<boolean> {
    const piece = Buffer.concat(entries.map((entry) => writeRecord(entry, crc32)));
    if (!(await this.#hasRoom(piece.length))) return false;
    if (!this.#tail || this.#tailBytes + piece.length > SEGMENT_BYTES) await this.#next();
    try {
      await this.#tail!.appendFile(piece);
      await this.#tail!.datasync();
    } catch (error) {
      await this.#cutBack();
      throw error;
    }
    this.#tailBytes += piece.length;
    this.#bytes += piece.length;
    this.#records += entries.length;
    return true;
  }

  /**
   * After a failed append, truncate the segment to its valid length. Go on with it only if it is empty; otherwise the
   * next append begins a new segment.
   */
  async #cutBack(): Promise<void> {
    const tail = this.#tail!;
    const isCut = await tail.truncate(this.#tailBytes).then(
      () => true,
      () => false,
    );
    if (isCut && this.#tailBytes === 0) return;
    this.#tail = null;
    await tail.close().catch(() => undefined);
  }

  async #hasRoom(more: number): Promise<boolean> {
    if (this.#bytes + more > this.#most) return false;
    const { bavail, bsize } = await statfs(this.#folder);
    return more * 2 < bavail * bsize;
  }

  async #next(): Promise<void> {
    await this.#tail?.close();
    this.#last += 1;
    const no = this.#last;
    this.#tail = await open(
      join(this.#folder, nameOf(no)),
      constants.O_CREAT | constants.O_APPEND | constants.O_WRONLY | constants.O_EXCL,
      0o600,
    );
    // Sync the folder too, so that the new file survives a power cut.
    const folder = await open(this.#folder, constants.O_RDONLY);
    await folder.sync().finally(() => folder.close());
    this.#segments.push(no);
    this.#tailBytes = 0;
  }

  /** Return the oldest entries, at most `most`. They stay in the spool until `taken` is called. */
  peek(most: number): Promise<LaneEntry[]> {
    return this.#alone(() => this.#peek(most));
  }

  async #peek(most: number): Promise<LaneEntry[]> {
    while (this.#segments.length > 0) {
      const head = await this.#readHead();
      const { entries, end } = readRecords(head.bytes, head.at, most, crc32);
      if (entries.length > 0) {
        this.#peeked = { end, count: entries.length };
        return entries;
      }
      await this.#dropHead();
    }
    return [];
  }

  #peeked = { end: 0, count: 0 };

  /** Remove the entries of the last `peek`, because they are in the database. */
  taken(): Promise<void> {
    return this.#alone(() => this.#taken());
  }

  async #taken(): Promise<void> {
    if (!this.#head) return;
    this.#head.at = this.#peeked.end;
    this.#records -= this.#peeked.count;
    if (this.#head.at >= this.#head.bytes.length) await this.#dropHead();
  }

  /** Return the oldest segment. Read the file again when its known bytes are used up, because it may have grown. */
  async #readHead(): Promise<Head> {
    const [no] = this.#segments;
    const at = this.#head?.no === no ? this.#head.at : 0;
    if (this.#head?.no !== no || this.#head.at >= this.#head.bytes.length)
      this.#head = { no, bytes: await readFile(join(this.#folder, nameOf(no))), at };
    return this.#head;
  }

  /** Delete the oldest segment, because all of it is in the database, or its rest is unreadable and set aside. */
  async #dropHead(): Promise<void> {
    const [no] = this.#segments;
    const path = join(this.#folder, nameOf(no));
    const isTail = this.#tail !== null && this.#segments.length === 1;
    const { size } = await stat(path);
    // Entries were appended since the segment was read: read it again instead of deleting it.
    if (this.#head && size > this.#head.bytes.length) {
      this.#head = { ...this.#head, bytes: await readFile(path) };
      return;
    }
    if (this.#head) await this.#setAside(this.#head);
    if (isTail) {
      await this.#tail?.close();
      this.#tail = null;
    }
    await rm(path, { force: true });
    this.#segments.shift();
    this.#head = null;
    this.#bytes = Math.max(0, this.#bytes - size);
    if (this.#segments.length === 0) this.#records = 0;
  }

  /** Write the unreadable rest of a segment to its own file, so that a person can inspect it. */
  async #setAside({ no, bytes, at }: Head): Promise<void> {
    const rest = bytes.subarray(at);
    if (rest.length === 0) return;
    const path = join(this.#folder, unreadNameOf(no));
    await writeFile(path, rest, { mode: 0o600, flush: true });
    this.#report(new Error(`${rest.length} bytes of a spool segment cannot be read; they are in ${path}`));
  }

  close(): Promise<void> {
    return this.#alone(async () => {
      await this.#tail?.close();
      this.#tail = null;
    });
  }

  /** Run operations one after the other, because appends and reads happen at the same time. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#busy.then(work);
    this.#busy = mine.then(
      () => undefined,
      () => undefined,
    );
    return mine;
  }
}
