/** What is wrong, or doubtful, in a process. An error blocks its deployment. */
export interface ProcessFinding {
  readonly code: string;
  readonly level: 'error' | 'warning';
  /** Node or flow that is marked; empty for the whole process. */
  readonly node: string;
  /** What the sentence is about beside the node: a name, an expression, a limit. */
  readonly detail: string;
}
