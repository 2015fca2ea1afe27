/** One check of `npm run check`. It reads the tree at a path, so that `prove` can run it on planted files too. */
export interface Check {
  readonly name: string;
  look(tree: string): Promise<CheckResult>;
  readonly selfTest: SelfTestTree;
}

export interface CheckResult {
  /** Number of files that the check read; 0 is an error, as a check that finds no files would always pass. */
  readonly files: number;
  readonly problems: readonly string[];
  /** Further counts, printed behind the number of files. */
  readonly note?: string;
  /** Lines to print below the line of the check. */
  readonly table?: readonly string[];
}

/** Files of a planted tree with violations. The check must report one problem for each pattern, and no other. */
export interface SelfTestTree {
  readonly files: Readonly<Record<string, string>>;
  readonly reported: readonly RegExp[];
}
