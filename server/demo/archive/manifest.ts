import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The description of an archive of the demo company; its slices are in the same folder. */
export interface Manifest {
  /** Hash of its files; equal ids mean equal archives. */
  readonly id: string;
  /** The Monday on which it ends, at 07:30 in Shanghai. */
  readonly monday: string;
  /** Number of weeks of business that it covers. */
  readonly weeks: number;
  /** Number of days after the Monday that have a slice of their own. */
  readonly days: number;
  /** Number of slices after slice 0: slice 1 holds two weeks, each other one a week. */
  readonly slices: number;
  /** Names of the patches that were applied when it was made. */
  readonly patches: readonly string[];
}

/** A manifest with the folder of its archive. */
export interface DemoArchive extends Manifest {
  readonly folder: string;
}

export const MANIFEST = 'manifest.json';

/** The archive that the product ships. */
export const SHIPPED_ARCHIVE = join(import.meta.dirname, '..', '..', '..', 'demo', 'archive');

export const sliceFile = (name: string): string => `${name}.zst`;
/** Name of the slice that maps ids of attachments to drawings (SVG). */
export const PICTURES = 'pictures';

export const daySlice = (day: number): string => `day-${day}`;

/** Return the archive in a folder; undefined where there is none. */
export function openArchive(folder: string): DemoArchive | undefined {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return undefined;
  return { ...(JSON.parse(readFileSync(path, 'utf8')) as Manifest), folder };
}

/** Return the number of weeks of business that are loaded after this slice. */
export const weeksAt = (slice: number): number => (slice < 1 ? 0 : slice + 1);
