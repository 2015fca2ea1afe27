/** One step of the agenda. Each first checks whether its execution is alive: an earlier step may have ended it. */
export type AgendaStep =
  /** A token arrives at a node. */
  | { readonly step: 'enter'; readonly executionId: string }
  /** The work of the node begins: at once, or by the job of an asynchronous node. */
  | { readonly step: 'perform'; readonly executionId: string }
  /** The work of an activity is done; `pass` is the decision of a person. */
  | { readonly step: 'done'; readonly executionId: string; readonly pass?: boolean }
  /** An awaited event happened, and its token continues. */
  | { readonly step: 'fired'; readonly executionId: string }
  /** The token leaves its node by the open flows. */
  | { readonly step: 'leave'; readonly executionId: string }
  /** One of several instances of an activity starts. */
  | { readonly step: 'item'; readonly executionId: string; readonly index: number }
  /** A scope is ended if nothing in it is live. */
  | { readonly step: 'checkScope'; readonly executionId: string }
  /** The next handler of a compensation starts, or the compensation ends. */
  | { readonly step: 'compensate'; readonly executionId: string }
  /** The event of a subscription happened. */
  | { readonly step: 'trigger'; readonly subscriptionId: string }
  /** A signal is delivered to its present subscribers. */
  | { readonly step: 'signal'; readonly executionId: string };
