import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type App, uploadFolder } from '#kernel/server';
import { type LogEnding, MAX_LOG_MB, logEndingOf } from './log-kind.rules.ts';

const MAX_BYTES = MAX_LOG_MB * 1_048_576;
const HEAD = 512;

/** A log file as received, on disk. */
export interface ReceivedLog {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly extension: LogEnding;
}

/** Why a log file is not taken. */
export type RefusedLog = 'tooLarge' | 'type' | 'empty';

class Refused extends Error {
  readonly reason: RefusedLog;
  constructor(reason: RefusedLog) {
    super(reason);
    this.reason = reason;
  }
}

/** Counts and hashes the bytes of a log, and stops a file that is too large or of another kind. */
class Watch {
  readonly #type: string | undefined;
  readonly #hash = createHash('sha256');
  #head = Buffer.alloc(0);
  size = 0;
  extension: LogEnding | null = null;

  constructor(type: string | undefined) {
    this.#type = type;
  }

  take(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > MAX_BYTES) throw new Refused('tooLarge');
    this.#hash.update(chunk);
    if (this.extension === null) this.#judge(chunk);
  }

  #judge(chunk: Buffer): void {
    this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD)]);
    if (this.#head.length < HEAD) return;
    this.extension = logEndingOf(this.#head.subarray(0, HEAD), this.#type);
    if (this.extension === null) throw new Refused('type');
  }

  end(): { readonly size: number; readonly sha256: string; readonly extension: LogEnding } {
    if (this.size === 0) throw new Refused('empty');
    const extension = this.extension ?? logEndingOf(this.#head, this.#type);
    if (extension === null) throw new Refused('type');
    return { size: this.size, sha256: this.#hash.digest('hex'), extension };
  }
}

/**
 * Receive a log file on disk; it is never held in memory. Return it, or why it is not taken. The caller removes the
 * file.
 */
export async function receiveLog(app: App, request: IncomingMessage): Promise<ReceivedLog | RefusedLog> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) return 'tooLarge';
  const folder = uploadFolder(app);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const watch = new Watch(request.headers['content-type']);
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        watch.take(chunk);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  try {
    // The request stays open after a refusal, so that its device reads the answer.
    await pipeline(request.iterator({ destroyOnReturn: false }), counting, createWriteStream(path, { mode: 0o600 }));
    return { path, ...watch.end() };
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof Refused) return error.reason;
    throw error;
  }
}
