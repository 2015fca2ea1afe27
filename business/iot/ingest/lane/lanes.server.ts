import { join } from 'node:path';
import { type App, blamesRows, inZone, isAway, productActor, transact } from '#kernel/server';
import { ingestReject } from '../../records/ingest-reject.paper.ts';
import { cutText } from '../clean-text.rules.ts';
import type { LaneEntry } from '../entry.rules.ts';
import { Lane, type LaneFacts, type Waiting } from './lane.server.ts';
import { Spool } from '../spool/spool.server.ts';
import { type BatchCommands, type BatchJudge, batchWriter } from '../write-batch.server.ts';

/** Number of parallel lanes (write queues). A device always uses the same one, so that its messages stay in order. */
const LANES = 2;

/** Distributes entries to lanes (write queues) by device. */
export class Lanes {
  readonly #lanes: readonly Lane[];
  readonly #spools: readonly Spool[];

  constructor(app: App, spoolMax: number, of: { readonly judge: BatchJudge; readonly commands: BatchCommands }) {
    const write = batchWriter(app, of.judge, of.commands);
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

/** Return the lane of a device. Ids rise with time, so only their last digits are evenly spread. */
function laneOf(deviceId: string, lanes: number): number {
  let sum = 0;
  for (let at = Math.max(0, deviceId.length - 8); at < deviceId.length; at += 1)
    sum = sum * 31 + deviceId.charCodeAt(at);
  return sum % lanes;
}

/**
 * Record a single entry that PostgreSQL refuses, so that the rest can be written. If the record is refused too, only
 * report it.
 */
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
  const { ts, latest, history, events, raw, reply } = entry;
  await transact(app, productActor(app, tenancy, 'devices'), (tx) =>
    tx.append(ingestReject, [
      {
        rejectTime: inZone(app.clock.ms(), tenancy.zone),
        deviceId: entry.deviceId,
        reason: 'stored',
        topic: entry.frame?.topic ?? 'up/props',
        detail: cutText(error.message, 500),
        payload: cutText(JSON.stringify({ ts, ...(latest ?? history), events, raw, reply }), 4000),
      },
    ]),
  );
}
