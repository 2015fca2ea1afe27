import type { FastifyRequest } from 'fastify';
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../app.ts';
import { fileRefusals as refuse, http } from '../refusals.ts';
import { MAX_VIDEO } from './file-type.ts';

/** An uploaded file as received, on disk until it is checked. */
export interface Spooled {
  readonly path: string;
  readonly head: Buffer;
  readonly name: string;
  readonly size: number;
  readonly hash: string;
  /** MD5 of the content, which some devices check. */ readonly md5: string;
  readonly fields: Readonly<Record<string, string>>;
}

const HEAD = 8192;
const A_DAY = 24 * 3_600_000;

/** Return the folder of uploads that are not checked yet. */
export const uploadFolder = ({ dataDir }: Pick<App, 'dataDir'>): string => join(dataDir, 'uploads');

/** Return the folder in which an earlier release stored uploads. */
const earlierFolder = ({ dataDir }: Pick<App, 'dataDir'>): string => join(dataDir, 'spool');

/** Return a safe name of an uploaded file: never a path, never longer than a column. */
const cleanName = (name: string): string =>
  [...(name.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '')].slice(-200).join('').replace(/^\.+$/, '') ||
  'file';

interface ReceiveOptions {
  /** Maximum size of any file that the call takes, in bytes. */ readonly largest?: number;
}

/** Return the fields of a form that are texts. */
const textsOf = (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) =>
      typeof field === 'object' && field !== null && 'value' in field && typeof field.value === 'string'
        ? [[key, field.value]]
        : [],
    ),
  );

/**
 * Receive a file. `most` returns its maximum size by the first bytes, or refuses it. A larger one is refused while it
 * is received.
 */
export async function receive(
  app: App,
  request: FastifyRequest,
  most: (head: Buffer, name: string) => number,
  { largest = MAX_VIDEO }: ReceiveOptions = {},
): Promise<Spooled> {
  if (!request.isMultipart()) throw http.missing({ what: 'file' });
  const part = await request.file({ limits: { fileSize: largest } });
  if (!part) throw http.missing({ what: 'file' });
  const name = cleanName(part.filename ?? '');
  const folder = uploadFolder(app);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  const md5 = createHash('md5');
  const seen: Buffer[] = [];
  let size = 0;
  let limit = 0;
  let refused: unknown;
  const judge = (): void => {
    limit ||= most(Buffer.concat(seen), name);
    if (size > limit) throw refuse.tooLarge({ bytes: limit });
  };
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // A refused upload is read to its end, or the browser would see a broken connection instead of the reason.
      if (refused) {
        done();
        return;
      }
      if (!limit) seen.push(chunk);
      size += chunk.length;
      hash.update(chunk);
      md5.update(chunk);
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
        if (size === 0) throw refuse.noBytes();
        judge();
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  try {
    await pipeline(part.file, watch, createWriteStream(path, { mode: 0o600 }));
    if (part.file.truncated) throw refuse.tooLarge({ bytes: largest });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const fields = textsOf(part.fields);
  const head = Buffer.concat(seen).subarray(0, HEAD);
  return { path, head, name, size, hash: hash.digest('hex'), md5: md5.digest('hex'), fields };
}

/**
 * Remove uploads that no job took within a day, since their process or job died. Folders are not uploads and stay. A
 * file that cannot be removed is skipped.
 */
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
