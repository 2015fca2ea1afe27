import type { FastifyRequest } from 'fastify';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../app.ts';
import { fileRefusals as refuse, http } from '../refusals.ts';

/** An uploaded file as it came, on disk until it is judged. */
export interface Spooled {
  readonly path: string;
  readonly head: Buffer;
  readonly name: string;
  readonly size: number;
  readonly hash: string;
  readonly fields: Readonly<Record<string, string>>;
}

const HEAD = 8192;
const A_DAY = 24 * 3_600_000;

/** Where uploads lie until they are judged. */
export const uploadFolder = ({ dataDir }: Pick<App, 'dataDir'>): string => join(dataDir, 'uploads');

/** Uploads of an earlier release lie beside the folders of lanes. */
const earlierFolder = ({ dataDir }: Pick<App, 'dataDir'>): string => join(dataDir, 'spool');

/** A name a person gave a file: never a path, never longer than a column. */
const cleanName = (name: string): string =>
  [...(name.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '')].slice(-200).join('').replace(/^\.+$/, '') ||
  'file';

/** `most` decides by the first bytes how large the file may be, or refuses it; what is larger is refused while it comes. */
export async function receive(
  app: App,
  request: FastifyRequest,
  most: (head: Buffer, name: string) => number,
): Promise<Spooled> {
  if (!request.isMultipart()) throw http.missing({ what: 'file' });
  const part = await request.file();
  if (!part) throw http.missing({ what: 'file' });
  const name = cleanName(part.filename ?? '');
  const folder = uploadFolder(app);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  const seen: Buffer[] = [];
  let size = 0;
  let limit = 0;
  let refused: unknown;
  const judge = (): void => {
    limit ||= most(Buffer.concat(seen), name);
    if (size > limit) throw refuse.tooLarge({ mb: Math.max(1, Math.floor(limit / 1_048_576)) });
  };
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // What is refused is still read to its end, or the browser would see a broken line instead of the reason.
      if (refused) {
        done();
        return;
      }
      if (!limit) seen.push(chunk);
      size += chunk.length;
      hash.update(chunk);
      try {
        if (size >= HEAD || limit) judge();
        done(null, chunk);
      } catch (error) {
        refused = error;
        done();
      }
    },
    flush(done) {
      try {
        if (refused) throw refused;
        judge();
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  try {
    await pipeline(part.file, watch, createWriteStream(path, { mode: 0o600 }));
    if (part.file.truncated) throw refuse.tooLarge({ mb: 100 });
    if (size === 0) throw refuse.unknownType();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const fields = Object.fromEntries(
    Object.entries(part.fields).flatMap(([key, field]) =>
      field && 'value' in field && typeof field.value === 'string' ? [[key, field.value]] : [],
    ),
  );
  return { path, head: Buffer.concat(seen).subarray(0, HEAD), name, size, hash: hash.digest('hex'), fields };
}

/** Remove uploads that nobody took for a day: their process or job died. Folders are of others; a file that stays does not end the work. */
export async function removeUploads(app: App): Promise<void> {
  for (const folder of [uploadFolder(app), earlierFolder(app)])
    for (const one of await readdir(folder, { withFileTypes: true }).catch(() => []))
      if (one.isFile()) await removeOld(app, join(folder, one.name));
}

async function removeOld(app: App, path: string): Promise<void> {
  try {
    if ((await stat(path)).mtimeMs < app.clock.ms() - A_DAY) await rm(path, { force: true });
  } catch (error) {
    app.report(error as Error);
  }
}
