/** Number of files and functions that an act enters. */
export interface WalkCount {
  readonly files: number;
  readonly functions: number;
  /** How often the order of first calls goes back to a file that it already left. */
  readonly returns: number;
}

/** Count a walk; `files` has the file of each entered function, in the order of their first calls. */
export function countWalk(files: readonly string[]): WalkCount {
  const seen = new Set<string>();
  let returns = 0;
  for (const [at, file] of files.entries()) {
    if (file !== files[at - 1] && seen.has(file)) returns += 1;
    seen.add(file);
  }
  return { files: seen.size, functions: files.length, returns };
}

/** Parts of the source that are counted separately, by path. */
export const WALK_PARTS = {
  whole: /^/,
  path: /^kernel\/server\/(?:(?:write|database|files|secrets|ports)\/|rows\/(?:batch|own\/own-work|row-reader)\.ts$)/,
  write: /^kernel\/server\/write\//,
} as const;
