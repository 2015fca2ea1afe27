import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive, made while it is sent. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<Buffer | string> | Iterable<Buffer | string>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

const UTF8_AND_DESCRIPTOR = 0x0808;
/** 1980-01-01: an archive tells nothing of the clock it was made by. */
const DATE = 0x0021;

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(UTF8_AND_DESCRIPTOR, 6);
  head.writeUInt16LE(8, 8);
  head.writeUInt16LE(DATE, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor(crc: number, packed: number, size: number): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(packed, 8);
  tail.writeUInt32LE(size, 12);
  return tail;
}

function centralHeader(one: Written): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(20, 6);
  head.writeUInt16LE(UTF8_AND_DESCRIPTOR, 8);
  head.writeUInt16LE(8, 10);
  head.writeUInt16LE(DATE, 14);
  head.writeUInt32LE(one.crc, 16);
  head.writeUInt32LE(one.packed, 20);
  head.writeUInt32LE(one.size, 24);
  head.writeUInt16LE(one.name.length, 28);
  head.writeUInt32LE(one.at, 42);
  return Buffer.concat([head, one.name]);
}

function endRecord(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return end;
}

/**
 * An archive as a stream: nothing is known before it is written, so sizes stand behind each file. Whoever reads sets the pace; when he
 * goes away, the content stops being made.
 */
export async function* zip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const entry of entries) {
    const name = Buffer.from(entry.name);
    const begin = at;
    const head = localHeader(name);
    at += head.length;
    yield head;
    const sums = { crc: 0, packed: 0, size: 0 };
    for await (const chunk of packed(entry.content, sums)) {
      at += chunk.length;
      yield chunk;
    }
    at += 16;
    yield descriptor(sums.crc, sums.packed, sums.size);
    written.push({ name, at: begin, ...sums });
  }
  const central = Buffer.concat(written.map(centralHeader));
  yield central;
  yield endRecord(written.length, central.length, at);
}

async function* packed(
  content: ZipEntry['content'],
  sums: { crc: number; packed: number; size: number },
): AsyncGenerator<Buffer> {
  // Level 1: a third larger than the best, at a fifth of its time.
  const deflate = createDeflateRaw({ level: 1, chunkSize: 65_536 });
  const feeding = feed(content, deflate, sums).catch((error: unknown) => {
    deflate.destroy(error as Error);
  });
  try {
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      sums.packed += chunk.length;
      yield chunk;
    }
    await feeding;
  } finally {
    deflate.destroy();
  }
}

async function feed(
  content: ZipEntry['content'],
  deflate: ReturnType<typeof createDeflateRaw>,
  sums: { crc: number; size: number },
): Promise<void> {
  for await (const part of content) {
    if (deflate.destroyed) return;
    const chunk = typeof part === 'string' ? Buffer.from(part) : part;
    sums.crc = crc32(chunk, sums.crc);
    sums.size += chunk.length;
    await new Promise<void>((resolve, reject) => {
      // A reader who went away takes the stream with him; waiting for it to drain would wait for ever.
      deflate.once('close', resolve);
      deflate.write(chunk, (error) => {
        deflate.off('close', resolve);
        if (error && !deflate.destroyed) reject(error);
        else resolve();
      });
    });
  }
  deflate.end();
}
