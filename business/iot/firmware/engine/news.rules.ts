/** A message of a device about upgrades: the progress of one, or the versions of its modules. */
export type UpgradeNews =
  | {
      readonly kind: 'progress';
      readonly runId: string;
      readonly state: string;
      readonly step: number | null;
      readonly percent: number | null;
    }
  | { readonly kind: 'versions'; readonly modules: Readonly<Record<string, string>> };

/** A request of a device for a part of a file. */
export interface ChunkRequest {
  readonly runId: string;
  readonly offset: number;
  readonly length: number;
}

type Json = Readonly<Record<string, unknown>>;

const RUN = /^\d{1,19}$/;
const MODULE = /^[a-z]{1,16}$/;
const MAX_VERSION = 32;
/** Largest number of an id (signed 64 bits). */
const MAX_ID = 9_223_372_036_854_775_807n;

/** Return the id of an upgrade; null: it is none. Ids do not fit a number, so devices send them as text. */
function runIdOf(value: unknown): string | null {
  const text = typeof value === 'string' && RUN.test(value) ? value : null;
  return text !== null && BigInt(text) <= MAX_ID ? text : null;
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Parse the progress of an upgrade; null: malformed. */
export function readProgress({ id, state, step, percent }: Json): UpgradeNews | null {
  const runId = runIdOf(id);
  if (runId === null || typeof state !== 'string' || !/^[a-z_]{1,20}$/.test(state)) return null;
  return { kind: 'progress', runId, state, step: numberOf(step), percent: numberOf(percent) };
}

/** Parse the reported version of one module; null: malformed. */
export function readVersion({ module, version }: Json): UpgradeNews | null {
  const isVersion = typeof version === 'string' && version.length > 0 && version.length <= MAX_VERSION;
  return typeof module === 'string' && MODULE.test(module) && isVersion
    ? { kind: 'versions', modules: { [module]: version } }
    : null;
}

/** Parse a request for a part of a file; null: malformed. */
export function readChunkRequest({ id, off, len }: Json): ChunkRequest | null {
  const runId = runIdOf(id);
  const [offset, length] = [numberOf(off), numberOf(len)];
  if (runId === null || offset === null || length === null) return null;
  return Number.isInteger(offset) && Number.isInteger(length) && offset >= 0 && offset < 2 ** 32 && length > 0
    ? { runId, offset, length }
    : null;
}
