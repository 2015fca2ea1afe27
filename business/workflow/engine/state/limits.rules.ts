/** What one command, instance or file may take. */
export const ENGINE_LIMITS = {
  /** Steps of one command. */
  steps: 5000,
  /** Instances of one multi-instance activity. */
  instances: 200,
  /** Executions of one instance. */
  tokens: 1000,
  /** Bytes of an instance's variables as JSON. */
  variableBytes: 65_536,
  /** Characters of all values that one command assigns. */
  assignedCharacters: 2_000_000,
  /** Bytes of a BPMN file. */
  fileBytes: 2_000_000,
  /** Nodes of a file. */
  nodes: 2000,
  /** Called instances below each other. */
  callDepth: 20,
} as const;
