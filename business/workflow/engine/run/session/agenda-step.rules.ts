/** One step of the agenda. Each looks first whether its execution still lives: an earlier step may have ended it. */
export type AgendaStep =
  /** A token came to a node. */
  | { readonly step: 'enter'; readonly executionId: string }
  /** Its work begins: at once, or by the job of an asynchronous node. */
  | { readonly step: 'perform'; readonly executionId: string }
  /** An activity has done its work; `pass` is what a person decided. */
  | { readonly step: 'done'; readonly executionId: string; readonly pass?: boolean }
  /** An event that was waited for happened, and its token goes on. */
  | { readonly step: 'fired'; readonly executionId: string }
  /** Takes the flows out of a node. */
  | { readonly step: 'leave'; readonly executionId: string }
  /** Begins one of several instances. */
  | { readonly step: 'item'; readonly executionId: string; readonly index: number }
  /** Ends a scope or an instance where nothing lives in it any more. */
  | { readonly step: 'checkScope'; readonly executionId: string }
  /** The next handler of a compensation that was thrown. */
  | { readonly step: 'compensate'; readonly executionId: string }
  /** What a subscription waited for came. */
  | { readonly step: 'trigger'; readonly subscriptionId: string }
  /** Delivers a signal to all that wait for it by then. */
  | { readonly step: 'signal'; readonly executionId: string };
