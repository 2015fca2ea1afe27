import type { App, Change } from '../../app.ts';
import type { DeviceSettings } from '../../settings/settings.ts';

/** What a part is told when it starts. */
export interface PartOptions {
  /** Where it listens. */ readonly host: string;
  readonly devices: DeviceSettings;
  /** Does the demo company live behind it? */ readonly simulator: boolean;
  /** Any free ports instead of those that are set; for tests. */ readonly anyPort?: boolean;
  /** News for whoever runs the product, one line each. */ say(line: readonly [zh: string, en: string]): void;
}

/** A part that runs. */
export interface RunningPart {
  /** What it says of itself, for pages and metrics. */
  facts(): Readonly<Record<string, unknown>>;
  /** Somebody changed a row, on whichever process; an empty id is any row of the paper, an empty paper anything. */
  heard?(change: Change): void;
  /** Finishes what it holds, within ten seconds. */
  stop(): Promise<void>;
}

/** What a part does while another process runs it. */
export interface StandingBy {
  stop(): Promise<void>;
}

/** Work beside calls and jobs, in a process of its own: it neither waits for the calls nor delays them. */
export interface ProcessPart {
  readonly name: 'devices' | 'history';
  /** Starts the part. Each transaction of this `app` is refused when another process has taken the part over. */
  start(app: App, options: PartOptions): Promise<RunningPart>;
  /** Stands by while another process runs the part. */
  standBy?(app: App, options: PartOptions): Promise<StandingBy>;
}
