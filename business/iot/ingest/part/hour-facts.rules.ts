const MINUTE_MS = 60_000;
const MINUTES = 60;

/** The figures of a lane that an hour has. */
export interface LaneFigures {
  readonly commitP99Ms: number;
  readonly oldestMs: number;
  readonly spooled: number;
}

/** Figures of one minute of the gateway: the worst of what was seen in it. */
export interface MinuteFacts {
  /** Begin of the minute (milliseconds). */ readonly at: number;
  readonly lines: number;
  readonly commitMs: number;
  readonly oldestMs: number;
  readonly spooled: number;
}

/** The last hour of a gateway by minutes, in memory: an outage of the database is seen afterwards. */
export class HourFacts {
  readonly #now: () => number;
  #minutes: MinuteFacts[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  get facts(): readonly MinuteFacts[] {
    return this.#minutes;
  }

  /** Note the present state. */
  note(lines: number, lanes: readonly LaneFigures[]): void {
    const at = Math.floor(this.#now() / MINUTE_MS) * MINUTE_MS;
    const last = this.#minutes.at(-1);
    const most = (of: (lane: LaneFigures) => number): number => Math.max(0, ...lanes.map(of));
    const spooled = lanes.reduce((sum, lane) => sum + lane.spooled, 0);
    const isSame = last?.at === at;
    const minute: MinuteFacts = {
      at,
      lines,
      commitMs: most(({ commitP99Ms }) => commitP99Ms),
      oldestMs: Math.max(isSame ? last.oldestMs : 0, Math.round(most(({ oldestMs }) => oldestMs))),
      spooled: Math.max(isSame ? last.spooled : 0, spooled),
    };
    this.#minutes = [...(isSame ? this.#minutes.slice(0, -1) : this.#minutes), minute].slice(-MINUTES);
  }
}
