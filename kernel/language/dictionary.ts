import type { Label } from './label.ts';

/**
 * Colours by meaning: grey idle, amber waiting, blue and cyan under way, green good, red wrong, violet moved elsewhere.
 */
export type Tone = 'grey' | 'amber' | 'blue' | 'cyan' | 'green' | 'red' | 'violet';

export type DictionaryItem = readonly [zh: string, en: string, tone?: Tone];
export type Items = Readonly<Record<string, DictionaryItem>>;

export interface Dictionary<I extends Items = Items> {
  readonly code: string;
  readonly title: Label;
  readonly items: I;
  /** Sealed: labels may be edited by a tenant, keys may not, and none may be added. State dictionaries are sealed. */
  readonly sealed: boolean;
  /** System dictionaries are managed by the platform; business dictionaries (the default) by each tenant. */
  readonly system: boolean;
  /**
   * No code names a key of this dictionary, so a company may rename and merge all of them. Elsewhere it may do so only
   * with keys that it added.
   */
  readonly ownKeys: boolean;
  /** Remarks of items by key, for programs that read them. */
  readonly remarks?: Readonly<Partial<Record<keyof I & string, string>>>;
}

export type KeyOf<D> = D extends Dictionary<infer I> ? keyof I & string : never;

/** A list of choices. Keys are stored and never change; labels may. */
export function dictionary<const I extends Items>(
  code: string,
  title: Label,
  items: I,
  options: {
    sealed?: boolean;
    system?: boolean;
    ownKeys?: boolean;
    remarks?: Readonly<Partial<Record<keyof I & string, string>>>;
  } = {},
): Dictionary<I> {
  return {
    code,
    title,
    items,
    sealed: options.sealed ?? false,
    system: options.system ?? false,
    ownKeys: options.ownKeys ?? false,
    ...(options.remarks && { remarks: options.remarks }),
  };
}

/** Return the labels of a dictionary by key, in the form of the choices of a structured part. */
export const choicesOf = (of: Dictionary): Readonly<Record<string, Label>> =>
  Object.fromEntries(Object.entries(of.items).map(([key, [zh, en]]) => [key, [zh, en] as const]));
