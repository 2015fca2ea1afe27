import type { Label } from './label.ts';

/** A field that was refused, so that the form can mark it. */
export interface FieldProblem {
  readonly field: string;
  readonly words: Label;
  /** What many of its kind are called together, where `words` name a single value. */ readonly group?: Label;
}

/** What a refusal may carry besides its words: wrong fields, or facts the caller can act on. */
export interface RefusalMore {
  readonly fields?: readonly FieldProblem[];
  readonly data?: Record<string, unknown>;
}

/**
 * An expected “no”: told to the person in their language, logged as information, never a fault of the product.
 * `reason` is the word on the wire, `<room>.<name>`; `status` is the HTTP status and the envelope's code alike.
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

/** One kind of refusal: its status, and its words (a label, or a function of what it is about). */
export function no<About>(status: number, words: (about: About) => Label): Kind<About>;
export function no(status: number, words: Label): Kind<void>;
export function no(status: number, words: Label | ((about: never) => Label)): Kind<never> {
  return { status, words: typeof words === 'function' ? words : () => words };
}

/** The refusals of a room. Each word on the wire is derived from room and name, so two can never collide. */
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

/** What some work refuses, where it does: for those who answer each of many rows. */
export async function refusalIn(work: () => unknown): Promise<Refusal | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
