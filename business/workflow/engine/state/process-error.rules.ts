/** Why a command was refused; none of its changes are written. */
export type ProcessFault =
  /** An error event that nothing catches. */
  | 'errorEnd'
  /** No outgoing flow of a node is open. */
  | 'noFlow'
  | 'expression'
  | 'suspended'
  | 'taskDone'
  | 'notFound'
  /** A limit is exceeded: steps, instances, tokens, or size of variables. */
  | 'limit'
  /** The command is not allowed for this task, node or instance. */
  | 'notHere'
  | 'noProcess'
  | 'noService'
  | 'timer';

/** A refused command with details: the code of an error, a node, a limit. */
export class ProcessError extends Error {
  readonly fault: ProcessFault;
  readonly data: Readonly<Record<string, string | number>>;

  constructor(fault: ProcessFault, data: Readonly<Record<string, string | number>> = {}) {
    super(
      `${fault} ${Object.entries(data)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')}`.trim(),
    );
    this.fault = fault;
    this.data = data;
  }
}

/** An error with a code, which a service throws for an error boundary event of its task. */
export class BpmnError extends Error {
  readonly code: string;

  constructor(code: string, message = '') {
    super(message || code);
    this.code = code;
  }
}
