/** Something wrong or doubtful in a process. An error prevents its deployment, a warning does not. */
export interface ProcessFinding {
  readonly code: string;
  readonly level: 'error' | 'warning';
  /** Id of the node or flow; empty for the whole process. */
  readonly node: string;
  /** Detail that the message names beyond the node: a name, an expression or a limit. */
  readonly detail: string;
}
