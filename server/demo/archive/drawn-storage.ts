import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileKey, thumbnailKey, type Storage } from '#kernel/server/files/storage.ts';
import { drawAnew } from '#kernel/server/files/picture.ts';
import { drawnPicture } from '../drawn-picture.ts';
import { type DemoArchive, PICTURES, sliceFile } from './manifest.ts';
import { rowCells, readSlice } from './slice-file.ts';

/**
 * Storage that draws the photos of the demo company: the archive has drawings only, and each becomes a file on its
 * first access.
 */
export class DrawnStorage implements Storage {
  readonly #files: Storage;
  readonly #archive: DemoArchive;
  #drawings: Promise<ReadonlyMap<string, string>> | undefined;
  readonly #under = new Map<string, Promise<void>>();

  constructor(files: Storage, archive: DemoArchive) {
    this.#files = files;
    this.#archive = archive;
  }

  put(key: string, content: Buffer | AsyncIterable<Buffer>): Promise<number> {
    return this.#files.put(key, content);
  }

  async size(key: string): Promise<number | null> {
    const size = await this.#files.size(key);
    if (size !== null) return size;
    const [, tenantId, id] = /^(\d+)\/(\d+)(?:\.thumb)?$/.exec(key) ?? [];
    if (!tenantId || !id) return null;
    const svg = (await (this.#drawings ??= this.#read())).get(id);
    if (!svg) return null;
    await this.#once(id, () => this.#draw(tenantId, id, svg));
    return this.#files.size(key);
  }

  get(key: string, range?: { readonly from: number; readonly to: number }): Readable {
    return this.#files.get(key, range);
  }

  remove(key: string): Promise<void> {
    return this.#files.remove(key);
  }

  /** Draw a photo once, even if several requests need it at the same time. */
  async #once(id: string, work: () => Promise<void>): Promise<void> {
    const under = this.#under.get(id) ?? work();
    this.#under.set(id, under);
    await under.finally(() => this.#under.delete(id));
  }

  async #draw(tenantId: string, id: string, svg: string): Promise<void> {
    const { content, thumbnail } = await drawAnew(await drawnPicture(svg), 'jpg');
    await this.#files.put(thumbnailKey(tenantId, id), thumbnail);
    await this.#files.put(fileKey(tenantId, id), content);
  }

  async #read(): Promise<ReadonlyMap<string, string>> {
    const sections = await readSlice(join(this.#archive.folder, sliceFile(PICTURES)));
    return new Map(sections.flatMap(({ rows }) => rows.map((row) => rowCells(row) as [string, string])));
  }
}
