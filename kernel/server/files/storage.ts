import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file on this machine whose size and SHA-256 (hex) are known: it is stored without being held in memory. */
export interface HashedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

export type Content = Buffer | AsyncIterable<Buffer> | HashedFile;

export const isHashedFile = (content: Content): content is HashedFile => 'sha256' in content;

/** Storage of files: a folder of this machine, later a store that speaks S3. Keys are ours, never a person's. */
export interface Storage {
  /** Store a file as a whole or not at all. Return its size. */
  put(key: string, content: Content): Promise<number>;
  size(key: string): Promise<number | null>;
  /** Read a file, or the bytes of a range, both ends included. */
  get(key: string, range?: { readonly from: number; readonly to: number }): Readable;
  remove(key: string): Promise<void>;
}

export const fileKey = (tenantId: string, id: string): string => `${tenantId}/${id}`;
export const thumbnailKey = (tenantId: string, id: string): string => `${tenantId}/${id}.thumb`;

/** Copy a file without reading it into this process, and wait until it is on the disk. */
async function copyToDisk(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const copy = await open(to, 'r+');
  try {
    await copy.chmod(0o600);
    await copy.sync();
  } finally {
    await copy.close();
  }
}

/** Files in a folder beside the database, which the backup takes too. */
export class LocalStorage implements Storage {
  readonly #root: string;
  #count = 0;
  constructor(root: string) {
    this.#root = root;
  }

  #path(key: string): string {
    if (!/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(key)) throw new Error(`no key: ${key}`);
    return join(this.#root, key);
  }

  async put(key: string, content: Content): Promise<number> {
    const path = this.#path(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const halfway = `${path}.${process.pid}.${this.#count++}.part`;
    try {
      if (isHashedFile(content)) await copyToDisk(content.path, halfway);
      else
        await pipeline(
          Buffer.isBuffer(content) ? [content] : content,
          createWriteStream(halfway, { mode: 0o600, flush: true }),
        );
      await rename(halfway, path);
    } catch (error) {
      await rm(halfway, { force: true });
      throw error;
    }
    return (await stat(path)).size;
  }

  async size(key: string): Promise<number | null> {
    return stat(this.#path(key)).then(
      (found) => found.size,
      () => null,
    );
  }

  get(key: string, range?: { readonly from: number; readonly to: number }): Readable {
    const stream = createReadStream(this.#path(key), range && { start: range.from, end: range.to });
    // The consumer gets an error, too. Where it has gone, an error without a listener would end the process.
    stream.on('error', () => {});
    return stream;
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }
}
