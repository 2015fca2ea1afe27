/** Why a command was refused; nothing of it is kept. */
export type ProcessFault =
  /** An error event nobody caught. */
  | 'errorEnd'
  /** No flow of a gateway or task was open. */
  | 'noFlow'
  | 'expression'
  | 'suspended'
  | 'taskDone'
  | 'notFound'
  /** Too many steps, instances, tokens, or too large variables. */
  | 'limit'
  /** A verb that this task, node or instance does not allow. */
  | 'notHere'
  | 'noProcess'
  | 'noService'
  | 'timer';

/** A refusal with what it was about: the code of an error, a node, a limit. */
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

/** A BPMN error: what a service throws for an error boundary event to catch. */
export class BpmnError extends Error {
  readonly code: string;

  constructor(code: string, message = '') {
    super(message || code);
    this.code = code;
  }
}
