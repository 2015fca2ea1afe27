import type { App, Change } from '../../app.ts';
import type { DeviceSettings } from '../../settings/settings.ts';

/** Options for the start of a background process. */
export interface PartOptions {
  /** Address to listen on. */ readonly host: string;
  readonly devices: DeviceSettings;
  /** Does the simulator of the demo company run? */ readonly simulator: boolean;
  /** Use any free ports; for tests. */ readonly anyPort?: boolean;
  /** Print a line for the operator. */ say(line: readonly [zh: string, en: string]): void;
}

/** A background process that runs in this operating-system process. */
export interface RunningPart {
  /** Return facts about the process, such as counts, for pages and metrics. */
  facts(): Readonly<Record<string, unknown>>;
  /** Handle a change of a row by any process. An empty id means any row of the paper; an empty paper anything. */
  heard?(change: Change): void;
  /** Finish the work in hand, within ten seconds. */
  stop(): Promise<void>;
}

/** Work of a background process in standby. */
export interface StandingBy {
  stop(): Promise<void>;
}

/**
 * Background process beside calls and jobs, such as the device gateway. It has an operating-system process of its own,
 * so it neither waits for calls nor delays them.
 */
export interface ProcessPart {
  readonly name: 'devices' | 'history';
  /** Start the work. Each transaction of this `app` is refused once another process has taken the work over. */
  start(app: App, options: PartOptions): Promise<RunningPart>;
  /** Start the work of a standby, while another process does the work itself. */
  standBy?(app: App, options: PartOptions): Promise<StandingBy>;
}
