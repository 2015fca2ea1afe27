import type { Label } from './label.ts';

/** Colours that mean something: grey idle, amber waits, blue and cyan under way, green good, red wrong, violet moved elsewhere. */
export type Tone = 'grey' | 'amber' | 'blue' | 'cyan' | 'green' | 'red' | 'violet';

export type DictionaryItem = readonly [zh: string, en: string, tone?: Tone];
export type Items = Readonly<Record<string, DictionaryItem>>;

export interface Dictionary<I extends Items = Items> {
  readonly code: string;
  readonly title: Label;
  readonly items: I;
  /** Sealed: labels may be edited by a tenant, keys may not, and none may be added. State dictionaries are sealed. */
  readonly sealed: boolean;
  /** System dictionaries are the platform's; business dictionaries (the default) belong to each tenant. */
  readonly system: boolean;
  /** The keys are the company's own: no code names one, so they may be called otherwise and merged. Of other dictionaries only keys that the company added may. */
  readonly ownKeys: boolean;
  /** The remarks of items, where programs read them. */
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

/** The items of a dictionary as the choices of a part of a structured value. */
export const choicesOf = (of: Dictionary): Readonly<Record<string, Label>> =>
  Object.fromEntries(Object.entries(of.items).map(([key, [zh, en]]) => [key, [zh, en] as const]));
