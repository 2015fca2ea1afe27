/** Limits of one command, instance or file. */
export const ENGINE_LIMITS = {
  /** Maximal number of steps of one command. */
  steps: 5000,
  /** Maximal number of instances of one activity that runs several times. */
  instances: 200,
  /** Maximal number of live executions of one tree of instances. */
  tokens: 1000,
  /** Maximal size of an instance's variables as JSON, in bytes. */
  variableBytes: 65_536,
  /** Maximal number of characters of all values that one command assigns. */
  assignedCharacters: 2_000_000,
  /** Maximal size of a BPMN file, in bytes. */
  fileBytes: 2_000_000,
  /** Maximal number of nodes of a file. */
  nodes: 2000,
  /** Maximal nesting of processes that call other processes. */
  callDepth: 20,
} as const;
