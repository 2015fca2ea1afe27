import { type Label, type LocalizedText, storedText } from '#kernel/language/label.ts';
import { type App, inZone, productActor, transact } from '#kernel/server';
import { CompanyWriter } from '../company-writer.server.ts';
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

/** A connection whose row differs from the stored one. */
interface Changed {
  readonly row: { readonly id: string } & Readonly<Record<string, unknown>>;
  readonly known: Known;
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
  readonly #writer: CompanyWriter<Changed>;

  constructor(app: App) {
    this.#app = app;
    this.#writer = new CompanyWriter<Changed>(app, {
      everyMs: EVERY_MS,
      take: () => this.#changed(),
      tenancyOf: ({ known }) => known,
      write: (tenancy, rows) => this.#write(tenancy, rows),
    });
  }

  start(): void {
    this.#writer.start();
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
    return this.#writer.flush();
  }

  /** Return the rows that differ from the stored ones. */
  #changed(): Changed[] {
    return [...this.#known].flatMap(([id, known]) => {
      const { channelState, lastError, startedTime, counts } = known;
      const capped = Object.fromEntries(
        Object.entries(counts).map(([name, count]) => [name, Math.min(count, MAX_COUNT)]),
      );
      const row = { id, channelState, lastError, startedTime, ...capped };
      return JSON.stringify(row) === known.written ? [] : [{ row, known }];
    });
  }

  async #write(tenancy: { tenantId: string; zone: string }, changed: readonly Changed[]): Promise<void> {
    await transact(this.#app, productActor(this.#app, tenancy, 'devices'), ({ context }) =>
      context.touch(
        deviceConnection,
        changed.map(({ row }) => row),
      ),
    );
    for (const { row, known } of changed) {
      known.written = JSON.stringify(row);
      if (known.channelState === 'stopped') this.#known.delete(row.id);
    }
  }

  stop(): Promise<void> {
    return this.#writer.stop();
  }
}
