import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { type TarFile, tarOf } from './tar.ts';

/** Largest window of zstd that unpackers accept without an option: 2^27 bytes (128 MB). */
const WINDOW_LOG = 27;

/** Write the files as one archive under another name, and rename it when it is complete. */
export async function writeRelease(
  file: string,
  files: AsyncIterable<TarFile>,
  { at, level }: { readonly at: Date; readonly level: number },
): Promise<void> {
  const halfway = `${file}.unfinished`;
  const params = {
    [constants.ZSTD_c_compressionLevel]: level,
    [constants.ZSTD_c_windowLog]: WINDOW_LOG,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  };
  try {
    await pipeline(Readable.from(tarOf(files, at)), createZstdCompress({ params }), createWriteStream(halfway));
    renameSync(halfway, file);
  } catch (error) {
    rmSync(halfway, { force: true });
    throw error;
  }
}
