/** What a walk through the sources comes to. */
export interface WalkCount {
  readonly files: number;
  readonly functions: number;
  /** Re-entries to a file already left, functions read once in the order of their first call. */
  readonly returns: number;
}

/** Count a walk by the file of each function entered, in the order of their first calls. */
export function countWalk(files: readonly string[]): WalkCount {
  const seen = new Set<string>();
  let returns = 0;
  for (const [at, file] of files.entries()) {
    if (file !== files[at - 1] && seen.has(file)) returns += 1;
    seen.add(file);
  }
  return { files: seen.size, functions: files.length, returns };
}

/** The parts of a walk that goals are set for. */
export const WALK_PARTS = {
  whole: /^/,
  path: /^kernel\/server\/(?:(?:write|database|files|secrets|ports)\/|rows\/(?:batch|own\/own-work|row-reader)\.ts$)/,
  write: /^kernel\/server\/write\//,
} as const;
