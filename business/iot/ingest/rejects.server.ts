import type { Row } from '#kernel/language/paper.ts';
import { type App, inZone, isAway, productActor, transact, writeDivided } from '#kernel/server';
import { ingestReject } from '../records/ingest-reject.paper.ts';
import { cleanText, cutText } from './clean-text.rules.ts';
import type { KnownDevice } from './known-device.server.ts';

/** A refused part of a message, and the reason. */
export interface Reject {
  readonly reason: NonNullable<Row<typeof ingestReject>['reason']>;
  readonly topic: string;
  readonly identifier?: string;
  readonly detail?: string;
  readonly payload?: Uint8Array;
}

interface Noted extends Reject {
  readonly device: KnownDevice;
  readonly at: number;
  count: number;
}

const EVERY_MS = 1000;
/** Period in which equal refusals of one device are recorded once. */
const SAME_MS = 60_000;
const MAX_WAITING = 5000;
/** Maximal number of records of one device in a minute. */
const MAX_OF_DEVICE = 100;
const MAX_PAYLOAD = 4000;

/**
 * Records refused messages. A faulty device repeats the same message, so equal refusals within a minute are recorded
 * once.
 */
export class Rejects {
  readonly #app: App;
  readonly #last = new Map<string, number>();
  readonly #ofDevice = new Map<string, { since: number; count: number }>();
  #waiting: Noted[] = [];
  readonly #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(app: App) {
    this.#app = app;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), EVERY_MS);
    this.#timer.unref();
  }

  /** Number of refusals by reason since the process started. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  note(device: KnownDevice, reject: Reject): void {
    this.#counts.set(reject.reason, (this.#counts.get(reject.reason) ?? 0) + 1);
    const now = this.#app.clock.ms();
    const key = `${device.id} ${reject.reason} ${reject.topic} ${reject.identifier ?? ''}`;
    if (now - (this.#last.get(key) ?? 0) < SAME_MS || this.#waiting.length >= MAX_WAITING) return;
    if (!this.#mayNote(device.id, now)) return;
    this.#last.delete(key);
    this.#last.set(key, now);
    if (this.#last.size > MAX_WAITING) this.#last.delete(this.#last.keys().next().value as string);
    this.#waiting.push({ ...reject, device, at: now, count: 1 });
  }

  #mayNote(deviceId: string, now: number): boolean {
    const known = this.#ofDevice.get(deviceId);
    const count = known && now - known.since < SAME_MS ? known : { since: now, count: 0 };
    count.count += 1;
    this.#ofDevice.delete(deviceId);
    this.#ofDevice.set(deviceId, count);
    if (this.#ofDevice.size > MAX_WAITING) this.#ofDevice.delete(this.#ofDevice.keys().next().value as string);
    return count.count <= MAX_OF_DEVICE;
  }

  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write()).catch((error: unknown) => this.#app.report(error as Error));
    return this.#writing;
  }

  /**
   * Write the gathered records. If the database is unavailable they wait; a record that it refuses is only reported.
   */
  async #write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const [tenantId, some] of Map.groupBy(waiting, (one) => one.device.tenantId)) {
      const left = await writeDivided(some, {
        write: (rows) => this.#append(tenantId, rows),
        refuse: (_, error) => this.#app.report(error),
      });
      if (!left) continue;
      this.#waiting = [...left.rows, ...this.#waiting].slice(0, MAX_WAITING);
      if (!isAway(left.error)) this.#app.report(left.error);
    }
  }

  async #append(tenantId: string, rows: readonly Noted[]): Promise<void> {
    const tenancy = (await this.#app.ports.tenancy(tenantId)) ?? { tenantId, zone: 'Asia/Shanghai' };
    await transact(this.#app, productActor(this.#app, tenancy, 'devices'), (tx) =>
      tx.append(
        ingestReject,
        rows.map(({ device, at, reason, topic, identifier, detail, payload }) => ({
          rejectTime: inZone(at, tenancy.zone),
          deviceId: device.id,
          reason,
          topic: textOrNull(topic, 200),
          identifier: textOrNull(identifier, 50),
          detail: textOrNull(detail, 500),
          payload: payload ? asText(payload) : null,
        })),
      ),
    );
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}

const textOrNull = (text: string | undefined, max: number): string | null =>
  text === undefined ? null : cutText(cleanText(text), max);

/** Return a payload as text if it is printable UTF-8, otherwise in hex. */
function asText(payload: Uint8Array): string {
  const text = Buffer.from(payload).toString('utf8');
  const isText = [...text.slice(0, MAX_PAYLOAD)].every((letter) => letter >= ' ' || letter === '\n' || letter === '\t');
  return isText && !text.includes('\uFFFD')
    ? cutText(text, MAX_PAYLOAD)
    : Buffer.from(payload.subarray(0, MAX_PAYLOAD / 2)).toString('hex');
}
