import { join } from 'node:path';
import { type App, blamesRows, inZone, isAway, productActor, transact } from '#kernel/server';
import { ingestReject } from '../../records/ingest-reject.paper.ts';
import { cutText } from '../clean-text.rules.ts';
import type { LaneEntry } from '../entry.rules.ts';
import { Lane, type LaneFacts, type Waiting } from './lane.server.ts';
import { Spool } from '../spool/spool.server.ts';
import { type BatchJudge, batchWriter } from '../write-batch.server.ts';

/** So many lanes write beside each other; a device is always on the same. */
const LANES = 2;

/** All lanes: each device's messages stay in their order. */
export class Lanes {
  readonly #lanes: readonly Lane[];
  readonly #spools: readonly Spool[];

  constructor(app: App, spoolMax: number, judge: BatchJudge) {
    const write = batchWriter(app, judge);
    this.#spools = Array.from(
      { length: LANES },
      (_, at) => new Spool(join(app.dataDir, 'spool', String(at)), spoolMax / LANES, (error) => app.report(error)),
    );
    this.#lanes = this.#spools.map(
      (spool) =>
        new Lane({
          write,
          isAway,
          refuse: (entry, error) => noteRefused(app, entry, error),
          spool,
          report: (error) => app.report(error),
        }),
    );
  }

  async start(): Promise<void> {
    for (const spool of this.#spools) await spool.open();
    for (const lane of this.#lanes) lane.start();
  }

  push(waiting: Waiting): void {
    this.#lanes[laneOf(waiting.entry.deviceId, this.#lanes.length)].push(waiting);
  }

  get isFull(): boolean {
    return this.#lanes.some((lane) => lane.isFull);
  }

  whenRelieved(go: () => void): void {
    for (const lane of this.#lanes) if (lane.isFull) lane.whenRelieved(go);
  }

  get facts(): readonly LaneFacts[] {
    return this.#lanes.map((lane) => lane.facts);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.stop()));
  }
}

/** Ids rise with time, so that their last digits alone spread. */
function laneOf(deviceId: string, lanes: number): number {
  let sum = 0;
  for (let at = Math.max(0, deviceId.length - 8); at < deviceId.length; at += 1)
    sum = sum * 31 + deviceId.charCodeAt(at);
  return sum % lanes;
}

/** PostgreSQL refuses an entry by itself: note it, so that the rest is written. A note that is refused too is logged. */
async function noteRefused(app: App, entry: LaneEntry, error: Error): Promise<void> {
  app.report(error);
  try {
    await appendReject(app, entry, error);
  } catch (second) {
    if (!blamesRows(second)) throw second;
    app.report(second as Error);
  }
}

async function appendReject(app: App, entry: LaneEntry, error: Error): Promise<void> {
  const tenancy = (await app.ports.tenancy(entry.tenantId)) ?? { tenantId: entry.tenantId, zone: 'Asia/Shanghai' };
  const { ts, latest, history, events, raw } = entry;
  await transact(app, productActor(app, tenancy, 'devices'), (tx) =>
    tx.append(ingestReject, [
      {
        rejectTime: inZone(app.clock.ms(), tenancy.zone),
        deviceId: entry.deviceId,
        reason: 'stored',
        topic: entry.frame?.topic ?? 'up/props',
        detail: cutText(error.message, 500),
        payload: cutText(JSON.stringify({ ts, ...(latest ?? history), events, raw }), 4000),
      },
    ]),
  );
}
