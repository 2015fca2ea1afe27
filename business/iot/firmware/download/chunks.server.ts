import { crc32 } from 'node:zlib';
import type { App } from '#kernel/server';
import type { ChunkRequest } from '../engine/news.rules.ts';
import type { UpgradePort } from '../engine/upgrade-port.server.ts';
import { MAX_CHUNK, chunkFrame } from './chunk.rules.ts';
import { type RunFile, mayLoad, runFile } from './open-run.server.ts';

/** Requests of one device that are being served; further ones are dropped, and the device repeats them. */
const MAX_OPEN = 4;
/** Time for which an upgrade is remembered, so that its parts need one query together. */
const KNOWN_MS = 10_000;
const MAX_KNOWN = 2000;

interface Known {
  readonly until: number;
  readonly run: Promise<RunFile | null>;
}

/** Serves parts of the files of upgrades by MQTT. No state of a download is stored: the device asks for any part. */
export class Chunks {
  readonly #app: App;
  readonly #port: Pick<UpgradePort, 'send'>;
  readonly #open = new Map<string, number>();
  readonly #known = new Map<string, Known>();

  constructor(app: App, port: Pick<UpgradePort, 'send'>) {
    this.#app = app;
    this.#port = port;
  }

  /** Send a part of a file to the device that wants it, or the mark that there is none. */
  request(device: { readonly id: string; readonly tenantId: string }, wanted: ChunkRequest): void {
    const open = this.#open.get(device.id) ?? 0;
    if (open >= MAX_OPEN) return;
    this.#open.set(device.id, open + 1);
    this.#serve(device, wanted)
      .catch((error: unknown) => this.#app.report(error as Error))
      .finally(() => {
        const left = (this.#open.get(device.id) ?? 1) - 1;
        if (left > 0) this.#open.set(device.id, left);
        else this.#open.delete(device.id);
      });
  }

  async #serve(
    { id, tenantId }: { readonly id: string; readonly tenantId: string },
    { runId, offset, length }: ChunkRequest,
  ): Promise<void> {
    const run = await this.#runOf(tenantId, runId);
    const isServed = run?.isOpen === true && mayLoad(run, id) && offset < run.size;
    const data = isServed ? await this.#read(run, offset, Math.min(length, MAX_CHUNK)) : null;
    const isLast = data !== null && run !== null && offset + data.length >= run.size;
    this.#port.send(id, 'ota/chunk', chunkFrame({ runId, offset, data, isLast }, crc32));
  }

  #runOf(tenantId: string, runId: string): Promise<RunFile | null> {
    const now = this.#app.clock.ms();
    const name = `${tenantId} ${runId}`;
    const known = this.#known.get(name);
    if (known && known.until > now && known.until <= now + KNOWN_MS) return known.run;
    const run = runFile(this.#app, tenantId, runId);
    this.#known.delete(name);
    this.#known.set(name, { until: now + KNOWN_MS, run });
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value as string);
    run.catch(() => this.#known.delete(name));
    return run;
  }

  async #read({ key, size }: RunFile, from: number, length: number): Promise<Buffer> {
    const to = Math.min(from + length, size) - 1;
    const parts: Buffer[] = [];
    for await (const part of this.#app.files.get(key, { from, to }) as AsyncIterable<Buffer>) parts.push(part);
    return Buffer.concat(parts);
  }
}
