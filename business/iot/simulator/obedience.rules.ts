import type { Random } from './random.rules.ts';

/** A command as a simulated device receives it. */
export interface HeardCommand {
  readonly id: string;
  /** Key of the sub-device; absent: the device itself. */ readonly dev?: string;
  /** Milliseconds after which it must not be executed. */ readonly expire?: number;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Name of the called service; absent: the command calls none. */ readonly service?: string;
}

/** How a simulated device behaves at one command: when it replies (milliseconds), or never, and whether twice. */
export interface Manner {
  readonly delayMs: number | null;
  readonly isTwice: boolean;
}

const REMEMBERED = 32;
const FASTEST_MS = 1000;
const SLOWEST_MS = 3000;
const LATE_MS = 45_000;
const SILENT = 0.01;
const LATE = 0.01;
const TWICE = 0.005;

/** Choose how a device behaves: it replies within one to three seconds, rarely late, twice or not at all. */
export function mannerOf(random: Random): Manner {
  if (random.chance(SILENT)) return { delayMs: null, isTwice: false };
  const delayMs = random.chance(LATE) ? LATE_MS : random.between(FASTEST_MS, SLOWEST_MS);
  return { delayMs, isTwice: random.chance(TWICE) };
}

/** Parse a message to a device; null: it is no command. */
export function readCommand(tail: string, payload: string): HeardCommand | null {
  const [found, service] = /^(?:sub\/)?(?:property\/(?:set|get)|service\/(\w+)|raw)$/.exec(tail) ?? [];
  if (found === undefined) return null;
  try {
    const body = JSON.parse(payload) as Partial<HeardCommand> | null;
    if (typeof body?.id !== 'string') return null;
    return { ...body, id: body.id, service };
  } catch {
    return null;
  }
}

/** The last commands of a device, with the number of their executions. A repeated command is not executed again. */
export class Executed {
  readonly #ids: string[] = [];
  readonly #all = new Map<string, number>();

  /** Execute a command. Return 200, or 410 if it was executed before. */
  take(id: string): 200 | 410 {
    if (this.#ids.includes(id)) return 410;
    this.#ids.push(id);
    if (this.#ids.length > REMEMBERED) this.#ids.shift();
    this.#all.set(id, (this.#all.get(id) ?? 0) + 1);
    return 200;
  }

  /** Number of commands, and of those that were executed more than once. */
  get counts(): { readonly commands: number; readonly twice: number } {
    return { commands: this.#all.size, twice: [...this.#all.values()].filter((n) => n > 1).length };
  }
}
