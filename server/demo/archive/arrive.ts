import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ARRIVAL } from '#kernel/server/jobs/arrival.ts';
import { readMeta, writeMeta } from '#kernel/server/schema/meta.ts';
import { type Loading, Loader } from './load.ts';
import { type DemoArchive, weeksAt } from './manifest.ts';
import { type Position, positionAt } from './shift.rules.ts';

/**
 * Progress of loading the archive, stored in `anju_meta`. It is written in the transaction of the slice that it names.
 */
export interface Marker extends Position {
  readonly archive: string;
  /** The last loaded slice. Slices load in ascending order, from newer to older business. */ readonly slice: number;
  /** Weeks of business that are loaded; `of` is the number of all weeks. */ readonly done: number;
  readonly of: number;
  readonly isFinished?: boolean;
}

const LOCK = 47_112_028;
const TURN_MS = 200;
/** The slice after which the server may open its port. */
const OPENS_WITH = 1;

/** Inputs of loading an archive: the database, the archive, and the patches of this release. */
export interface Arriving extends Omit<Loading, 'owner' | 'position'> {
  readonly ownerUrl: string;
  readonly nowMs: number;
  /** Patches of this release. */ readonly patches: readonly string[];
}

type Ask = <R>(text: string, values?: unknown[]) => Promise<R[]>;

/**
 * Run `work` under an advisory lock, so that one process at a time loads slices. Return undefined if the process stops
 * while it waits.
 */
async function inTurn<T>(
  { ownerUrl, isStopping }: Arriving,
  work: (owner: pg.Client, ask: Ask) => Promise<T>,
): Promise<T | undefined> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    while (!(await owner.query('select pg_try_advisory_lock($1) as mine', [LOCK])).rows[0].mine) {
      if (isStopping?.()) return undefined;
      await sleep(TURN_MS);
    }
    return await work(owner, async (text, values = []) => (await owner.query(text, values)).rows);
  } finally {
    await owner.end();
  }
}

const readMarker = async (ask: Ask): Promise<Marker | undefined> => {
  const value = await readMeta(ask, ARRIVAL);
  return value?.startsWith('{') ? (JSON.parse(value) as Marker) : undefined;
};

/**
 * Return whether the database has no users and no note of a demo company. Only then the archive is loaded, as it brings
 * its own menus and roles.
 */
const isEmpty = async (ask: Ask): Promise<boolean> => {
  const [{ lived }] = await ask<{ lived: boolean }>(
    'select exists (select 1 from blade_user) or exists (select 1 from anju_meta where id = $1) as lived',
    [ARRIVAL],
  );
  return !lived;
};

/** Return the patches that are newer than the archive. They must run on its rows after the last slice is loaded. */
const missing = ({ archive, patches }: Pick<Arriving, 'archive' | 'patches'>): string[] =>
  patches.filter((one) => !archive.patches.includes(one));

/** Load one slice and write its marker, in one transaction. */
async function bring(
  of: Arriving,
  owner: pg.Client,
  ask: Ask,
  slice: number,
  { weeks, day }: Position,
): Promise<Marker> {
  const position = { weeks, day };
  const loader = new Loader({ ...of, owner, position });
  const marker: Marker = { archive: of.archive.id, ...position, slice, done: weeksAt(slice), of: of.archive.weeks };
  await ask("begin; set local timezone = 'UTC'; set local synchronous_commit to off; set local statement_timeout = 0");
  try {
    if (slice === 0) await loader.first();
    else await loader.next(slice);
    await writeMeta(ask, ARRIVAL, JSON.stringify(marker));
    if (slice === of.archive.slices) await forgetPatches(ask, missing(of));
    await ask('commit');
    return marker;
  } catch (error) {
    await ask('rollback').catch(() => []);
    throw error;
  }
}

/** Remove the note that these patches were applied, so that the next migration applies them to the loaded rows. */
async function forgetPatches(ask: Ask, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await ask('delete from anju_patch where id = any($1::text[])', [names]);
  await ask("delete from anju_meta where id = 'plan'");
}

const finish = (ask: Ask, marker: Marker): Promise<void> =>
  writeMeta(ask, ARRIVAL, JSON.stringify({ ...marker, isFinished: true }));

/** Return whether the marker belongs to another archive. Its rows remain, but no slice of this archive fits them. */
const isForeign = (marker: Marker, archive: DemoArchive): boolean => marker.archive !== archive.id;

/** State of the demo company before the server opens its port. */
export interface Begun {
  /** True if the rows come from an archive. */ readonly isArchived: boolean;
  /** True if loading began in this start. */ readonly isFresh: boolean;
  /** True if newer patches must now run on the loaded rows. */ readonly mustMigrate: boolean;
}

/**
 * Load the slices that are needed before the server opens: masters and the last two weeks. If this release has newer
 * patches than the archive, load all slices. An interrupted load continues after the slice of its marker.
 */
export async function beginArrival(of: Arriving): Promise<Begun> {
  const begun = await inTurn(of, async (owner, ask): Promise<Begun> => {
    let marker = await readMarker(ask);
    const isFresh = !marker && (await isEmpty(ask));
    if (!marker && !isFresh) return { isArchived: false, isFresh, mustMigrate: false };
    marker ??= await bring(of, owner, ask, 0, positionAt(of.archive, of.nowMs));
    if (marker.isFinished) return { isArchived: true, isFresh, mustMigrate: false };
    if (isForeign(marker, of.archive)) {
      await finish(ask, marker);
      return { isArchived: true, isFresh, mustMigrate: false };
    }
    const isStale = missing(of).length > 0;
    const until = isStale ? of.archive.slices : OPENS_WITH;
    const before = marker.slice;
    while (marker.slice < until) marker = await bring(of, owner, ask, marker.slice + 1, marker);
    if (before < until) await analyzeRoughly(ask);
    return { isArchived: true, isFresh, mustMigrate: isStale && before < until };
  });
  return begun ?? { isArchived: false, isFresh: false, mustMigrate: false };
}

/** Update statistics from few sampled rows: `bringRest` updates them fully, and people wait for this one. */
async function analyzeRoughly(ask: Ask): Promise<void> {
  await ask('set default_statistics_target = 5');
  await ask('analyze');
  await ask('reset default_statistics_target');
}

/** Load the remaining slices, newest week first. Then run `settle` and mark the archive as complete. */
async function bringRest(of: Arriving, settle: () => Promise<void>): Promise<void> {
  await inTurn(of, async (owner, ask) => {
    let marker = await readMarker(ask);
    if (!marker || marker.isFinished || isForeign(marker, of.archive)) return;
    while (marker.slice < of.archive.slices) {
      if (of.isStopping?.()) return;
      marker = await bring(of, owner, ask, marker.slice + 1, marker);
    }
    await ask('analyze');
    await settle();
    await finish(ask, marker);
  });
}

/** Work after the last slice, and the handling of failed attempts. */
export interface Settling {
  readonly settle: () => Promise<void>;
  /** Called after a fault, with the milliseconds until the next try. */
  readonly failed: (error: Error, againMs: number) => void;
  /** Delay before the first retry in milliseconds, doubled for each further one; absent: an error is thrown. */
  readonly againMs: number | undefined;
}

const MAX_AGAIN_MS = 10 * 60_000;

/**
 * Load the remaining slices, with retries after growing delays: SLA clocks and due work start only when all are loaded.
 * A stopping process leaves the rest to the next start.
 */
export async function finishArrival(of: Arriving, { settle, failed, againMs }: Settling): Promise<void> {
  for (let delay = againMs ?? 0; ; delay = Math.min(delay * 2, MAX_AGAIN_MS)) {
    try {
      await bringRest(of, settle);
      return;
    } catch (error) {
      if (againMs === undefined || of.isStopping?.()) throw error;
      failed(error as Error, delay);
    }
    for (let left = delay; left > 0; left -= TURN_MS) {
      if (of.isStopping?.()) return;
      await sleep(Math.min(left, TURN_MS));
    }
  }
}
