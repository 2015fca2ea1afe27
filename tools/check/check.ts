/** One thing that `npm run check` watches over. It looks at a tree, so that it can be proven on a planted one. */
export interface Check {
  readonly name: string;
  look(tree: string): Promise<CheckResult>;
  readonly selfTest: SelfTestTree;
}

export interface CheckResult {
  /** How many files it really looked at; none is an error, because a blind check is always green. */
  readonly files: number;
  readonly problems: readonly string[];
  /** What it counted, beside the files. */
  readonly note?: string;
  /** Lines that are printed below its name. */
  readonly table?: readonly string[];
}

/** Violations set into a tree of their own. Each pattern must be reported, and nothing else: the lawful files must stay silent. */
export interface SelfTestTree {
  readonly files: Readonly<Record<string, string>>;
  readonly reported: readonly RegExp[];
}
