import { open, type FileHandle } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { createInflateRaw } from 'node:zlib';

/** A file inside an archive. */
interface Member {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** Maximum unpacked size (bytes). An archive that unpacks to more is refused, since it could fill the disk. */
const MAX_BYTES = 1_500_000_000;
/** Maximum ratio of the unpacked size to the packed size. */
const MAX_RATIO = 300;
const MAX_MEMBERS = 5000;

export class BadFile extends Error {}

async function bytes(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, at);
  return buffer.subarray(0, bytesRead);
}

async function membersOf(file: FileHandle): Promise<Map<string, Member>> {
  const { size } = await file.stat();
  const tail = await bytes(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new BadFile('no archive');
  const length = tail.readUInt32LE(end + 12);
  if (length > 10_000_000) throw new BadFile('too many members');
  const central = await bytes(file, tail.readUInt32LE(end + 16), length);
  const found = new Map<string, Member>();
  for (let at = 0; at + 46 <= central.length && central.readUInt32LE(at) === 0x02014b50 && found.size < MAX_MEMBERS;) {
    const [nameLength, extra, comment] = [
      central.readUInt16LE(at + 28),
      central.readUInt16LE(at + 30),
      central.readUInt16LE(at + 32),
    ];
    const name = central.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
    // Programs write the names of parts in capitals as well; no two parts differ by that alone (OPC, 6.2.2.2).
    found.set(name.toLowerCase(), {
      name,
      method: central.readUInt16LE(at + 10),
      packed: central.readUInt32LE(at + 20),
      size: central.readUInt32LE(at + 24),
      at: central.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + extra + comment;
  }
  return found;
}

/**
 * Archive on disk, whose members are read as streams of text. One that unpacks to far more than its size is refused
 * while it is read.
 */
export class ZipArchive {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #members: Map<string, Member>;
  #unpacked = 0;
  private constructor(path: string, file: FileHandle, members: Map<string, Member>) {
    this.#path = path;
    this.#file = file;
    this.#members = members;
  }

  static async open(path: string): Promise<ZipArchive> {
    const file = await open(path, 'r');
    try {
      return new ZipArchive(path, file, await membersOf(file));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  has(name: string): boolean {
    return this.#members.has(name.toLowerCase());
  }
  close(): Promise<void> {
    return this.#file.close();
  }

  async *text(name: string): AsyncGenerator<string> {
    const member = this.#members.get(name.toLowerCase());
    if (!member || (member.method !== 8 && member.method !== 0)) throw new BadFile(`no ${name}`);
    const head = await bytes(this.#file, member.at, 30);
    if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) throw new BadFile('broken archive');
    const start = member.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
    const raw = createReadStream(this.#path, { start, end: start + member.packed - 1, highWaterMark: 262_144 });
    if (member.packed === 0) {
      raw.destroy();
      return;
    }
    const source = member.method === 0 ? raw : raw.pipe(createInflateRaw({ chunkSize: 262_144 }));
    raw.on('error', (error) => source.destroy(error));
    const letters = new TextDecoder('utf-8', { fatal: false });
    let size = 0;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      this.#unpacked += chunk.length;
      if (this.#unpacked > MAX_BYTES || (size > 10_000_000 && size > member.packed * MAX_RATIO)) {
        raw.destroy();
        throw new BadFile('unpacks to too much');
      }
      yield letters.decode(chunk, { stream: true });
    }
    yield letters.decode();
  }

  async whole(name: string, most = 20_000_000): Promise<string> {
    let text = '';
    for await (const part of this.text(name)) {
      text += part;
      if (text.length > most) throw new BadFile(`${name} is too large`);
    }
    return text;
  }
}
