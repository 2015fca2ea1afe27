import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where files lie: a folder of this machine, later a store that speaks S3. Keys are ours, never a person's. */
export interface Storage {
  /** Keeps a file as a whole or not at all; answers its size. */
  put(key: string, content: Buffer | AsyncIterable<Buffer>): Promise<number>;
  size(key: string): Promise<number | null>;
  /** A part of a file, both ends included. */
  get(key: string, range?: { readonly from: number; readonly to: number }): Readable;
  remove(key: string): Promise<void>;
}

export const fileKey = (tenantId: string, id: string): string => `${tenantId}/${id}`;
export const thumbnailKey = (tenantId: string, id: string): string => `${tenantId}/${id}.thumb`;

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

  async put(key: string, content: Buffer | AsyncIterable<Buffer>): Promise<number> {
    const path = this.#path(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const halfway = `${path}.${process.pid}.${this.#count++}.part`;
    try {
      await pipeline(
        Buffer.isBuffer(content) ? Readable.from([content]) : content,
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
    return createReadStream(this.#path(key), range && { start: range.from, end: range.to });
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }
}
