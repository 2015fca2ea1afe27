import { type Label, type LocalizedText, storedText } from '#kernel/language/label.ts';
import { type App, inZone, isAway, productActor, transact } from '#kernel/server';
import { deviceConnection } from './device-connection.paper.ts';

const EVERY_MS = 1000;
/** Longest error in one language; both are stored. */
const MAX_WORDS = 140;
const MAX_COUNT = 2_147_483_647;

/** Counts of a connection since it started. */
interface ChannelCounts {
  rxFrames: number;
  badFrames: number;
  junkBytes: number;
  rxBytes: number;
  txBytes: number;
  onlineDevices: number;
}

interface Known {
  readonly tenantId: string;
  readonly zone: string;
  readonly counts: ChannelCounts;
  channelState: 'stopped' | 'starting' | 'running' | 'error';
  lastError: string | null;
  startedTime: string | null;
  written: string;
}

export interface ConnectionOf {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly zone: string;
}

/** States and counts of connections, written into their rows once a second where they changed. */
export class ConnectionStates {
  readonly #app: App;
  readonly #known = new Map<string, Known>();
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(app: App) {
    this.#app = app;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), EVERY_MS);
    this.#timer.unref();
  }

  #of({ connectionId, tenantId, zone }: ConnectionOf): Known {
    const known = this.#known.get(connectionId) ?? {
      tenantId,
      zone,
      counts: { rxFrames: 0, badFrames: 0, junkBytes: 0, rxBytes: 0, txBytes: 0, onlineDevices: 0 },
      channelState: 'starting' as const,
      lastError: null,
      startedTime: null,
      written: '',
    };
    this.#known.set(connectionId, known);
    return known;
  }

  counts(of: ConnectionOf): ChannelCounts {
    return this.#of(of).counts;
  }

  set(of: ConnectionOf, channelState: Known['channelState'], lastError?: LocalizedText): void {
    const known = this.#of(of);
    if (channelState === 'running' && known.channelState !== 'running')
      known.startedTime = inZone(this.#app.clock.ms(), known.zone);
    known.channelState = channelState;
    if (lastError !== undefined) known.lastError = storedText(lastError, MAX_WORDS);
    void this.flush();
  }

  /** Note why something was refused or closed, with the minute of the company, as the last error. */
  note(of: ConnectionOf, words: Label, about = ''): void {
    const minute = inZone(this.#app.clock.ms(), of.zone).slice(11, 16);
    const [zh, en] = words.map((text) => `${text}${about && ` ${about}`}`);
    this.#of(of).lastError = storedText([`${zh}，${minute}`, `${en}, ${minute}`], MAX_WORDS);
  }

  flush(): Promise<void> {
    this.#work = this.#work
      .then(() => this.#write())
      .catch((error: unknown) => {
        if (!isAway(error)) this.#app.report(error as Error);
      });
    return this.#work;
  }

  async #write(): Promise<void> {
    const changed = [...this.#known].flatMap(([id, known]) => {
      const { channelState, lastError, startedTime, counts } = known;
      const capped = Object.fromEntries(
        Object.entries(counts).map(([name, count]) => [name, Math.min(count, MAX_COUNT)]),
      );
      const row = { id, channelState, lastError, startedTime, ...capped };
      return JSON.stringify(row) === known.written ? [] : [{ row, known }];
    });
    for (const [tenantId, some] of Map.groupBy(changed, ({ known }) => known.tenantId)) {
      const tenancy = { tenantId, zone: some[0].known.zone };
      await transact(this.#app, productActor(this.#app, tenancy, 'devices'), ({ context }) =>
        context.touch(
          deviceConnection,
          some.map(({ row }) => row),
        ),
      );
      for (const { row, known } of some) known.written = JSON.stringify(row);
    }
    for (const [id, known] of this.#known) if (known.channelState === 'stopped') this.#known.delete(id);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
