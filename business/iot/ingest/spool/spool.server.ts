import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { LaneEntry } from '../entry.rules.ts';
import { readRecords, writeRecord } from './spool-record.rules.ts';

const SEGMENT_BYTES = 64 * 2 ** 20;

/** Names rise, so that their order is that of the messages. */
const nameOf = (no: number): string => `${String(no).padStart(9, '0')}.log`;
/** Bytes of a segment that no reader understands; nobody deletes them. */
const unreadNameOf = (no: number): string => `${String(no).padStart(9, '0')}.unread`;

/** How full the spool of one lane is. */
export interface SpoolFacts {
  readonly records: number;
  readonly bytes: number;
}

/** The oldest segment, and how far it was read. */
interface Head {
  readonly no: number;
  readonly bytes: Buffer;
  at: number;
}

/**
 * What one lane took while the database was away, on disk in the order it came. What was appended is on the disk itself before the call
 * returns, so that its senders may be told that it is safe. Whoever reads takes from the head; a segment goes when all of it is stored.
 */
export class Spool {
  readonly #folder: string;
  readonly #most: number;
  readonly #report: (error: Error) => void;
  #segments: number[] = [];
  /** No number comes twice, so that no file covers another. */ #last = 0;
  #tail: FileHandle | null = null;
  #tailBytes = 0;
  #bytes = 0;
  #records = 0;
  #head: Head | null = null;
  #busy: Promise<void> = Promise.resolve();

  /** `most`: bytes on disk; beyond them nothing is taken. */
  constructor(folder: string, most: number, report: (error: Error) => void = () => undefined) {
    this.#folder = folder;
    this.#most = most;
    this.#report = report;
  }

  /** Finds what an earlier process left. */
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
   * Put entries on the disk, to stay there through a power cut; false where there is no room for them. After an error nothing of them is
   * there, and the next entries go behind what was written before.
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

  /** Cut the tail back to its last good length. Only a tail that is empty again takes more; behind others a new one begins. */
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
    // The name itself must outlive a power cut as well.
    const folder = await open(this.#folder, constants.O_RDONLY);
    await folder.sync().finally(() => folder.close());
    this.#segments.push(no);
    this.#tailBytes = 0;
  }

  /** The oldest entries, up to so many; they stay until `taken` says that they are stored. */
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

  /** What was peeked is stored. */
  taken(): Promise<void> {
    return this.#alone(() => this.#taken());
  }

  async #taken(): Promise<void> {
    if (!this.#head) return;
    this.#head.at = this.#peeked.end;
    this.#records -= this.#peeked.count;
    if (this.#head.at >= this.#head.bytes.length) await this.#dropHead();
  }

  /** The tail grows while it is read, so it is read anew when what is known of it is done. */
  async #readHead(): Promise<Head> {
    const [no] = this.#segments;
    const at = this.#head?.no === no ? this.#head.at : 0;
    if (this.#head?.no !== no || this.#head.at >= this.#head.bytes.length)
      this.#head = { no, bytes: await readFile(join(this.#folder, nameOf(no))), at };
    return this.#head;
  }

  /** Remove the oldest segment: all of it is stored, or set aside where it cannot be read. */
  async #dropHead(): Promise<void> {
    const [no] = this.#segments;
    const path = join(this.#folder, nameOf(no));
    const isTail = this.#tail !== null && this.#segments.length === 1;
    const { size } = await stat(path);
    // More came meanwhile, whether or not this segment still takes entries.
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

  /** Bytes that were not read stay in a file of their own, for a person to look at. */
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

  /** One piece of work at a time: entries come while others are read. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#busy.then(work);
    this.#busy = mine.then(
      () => undefined,
      () => undefined,
    );
    return mine;
  }
}
