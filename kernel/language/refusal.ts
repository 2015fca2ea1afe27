import type { Label } from './label.ts';

/** A field whose value was refused, with the reason, so that the form can mark it. */
export interface FieldProblem {
  readonly field: string;
  readonly words: Label;
  /**
   * Common text for several problems of this kind, such as in the reasons of an import, where `words` contain a single
   * value or row. Absent: `words`.
   */
  readonly group?: Label;
}

/** Parts of a refusal beyond its text: the refused fields, and data for the caller's program. */
export interface RefusalMore {
  readonly fields?: readonly FieldProblem[];
  readonly data?: Record<string, unknown>;
}

/**
 * An expected refusal: shown to the person in their language, logged as information, and never a fault of the product.
 * `reason` identifies it on the wire as `<room>.<name>`. `status` is the HTTP status and the code of the envelope.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  readonly words: Label;
  readonly more: RefusalMore;
  constructor(status: number, reason: string, words: Label, more: RefusalMore = {}) {
    super(words[1]);
    this.name = 'Refusal';
    this.status = status;
    this.reason = reason;
    this.words = words;
    this.more = more;
  }
}

type Kind<About> = { readonly status: number; readonly words: (about: About) => Label };
type Made<K> =
  K extends Kind<infer About>
    ? [About] extends [void]
      ? (more?: RefusalMore) => Refusal
      : (about: About, more?: RefusalMore) => Refusal
    : never;

/** Declare a refusal: its HTTP status, and its text (a label, or a function that returns one). */
export function no<About>(status: number, words: (about: About) => Label): Kind<About>;
export function no(status: number, words: Label): Kind<void>;
export function no(status: number, words: Label | ((about: never) => Label)): Kind<never> {
  return { status, words: typeof words === 'function' ? words : () => words };
}

/**
 * Return the constructors of a room's refusals. The reason on the wire is `<room>.<name>`, so reasons of two rooms
 * cannot collide.
 */
export function refusals<const K extends Record<string, Kind<never>>>(
  room: string,
  kinds: K,
): { readonly [N in keyof K]: Made<K[N]> } {
  const made: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const reason = `${room}.${name}`;
    made[name] =
      kind.words.length === 0
        ? (more?: RefusalMore) => new Refusal(kind.status, reason, kind.words(undefined as never), more)
        : (about: never, more?: RefusalMore) => new Refusal(kind.status, reason, kind.words(about), more);
  }
  return made as { readonly [N in keyof K]: Made<K[N]> };
}

/** Run some work and return its refusal, or null if it succeeded. For calls that report about each of many rows. */
export async function refusalIn(work: () => unknown): Promise<Refusal | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
