import type { Variables } from './rows.rules.ts';

/** Who acts; absent where the product itself does. Whether somebody may is asked before. */
interface Acted {
  readonly actorId?: string;
}

interface OfTask extends Acted {
  readonly taskId: string;
}

export interface StartCommand extends Acted {
  readonly type: 'start';
  readonly definitionId: string;
  /** Start event with a message, signal or timer; absent: the plain one. */
  readonly startNode?: string;
  readonly starterId: string;
  readonly starterDeptId?: string;
  readonly variables?: Variables;
  readonly businessTable?: string;
  readonly businessId?: string;
  readonly title?: string;
}

export interface CompleteCommand extends OfTask {
  readonly type: 'complete';
  /** Becomes the variable `pass`. */
  readonly pass: boolean;
  readonly comment?: string;
  readonly variables?: Variables;
}

export type Command =
  | StartCommand
  | CompleteCommand
  /** Takes an open task of candidates. */
  | (OfTask & { readonly type: 'claim'; readonly userId: string })
  | (OfTask & { readonly type: 'transfer'; readonly userId: string })
  /** The owner gets it back by `resolve`. */
  | (OfTask & { readonly type: 'delegate'; readonly userId: string })
  | (OfTask & { readonly type: 'resolve'; readonly comment?: string })
  | (OfTask & {
      readonly type: 'addSign';
      readonly position: 'before' | 'after' | 'parallel';
      readonly userIds: readonly string[];
    })
  /** Gives what waits for somebody who has left to the first of `successors` who may have it, else by the policy of the node for nobody. */
  | (Acted & {
      readonly type: 'reassign';
      readonly leaverId: string;
      readonly successors: readonly string[];
      /** Tasks of candidates that nobody is left to claim. */
      readonly taskIds: readonly string[];
    })
  /** Takes back an added signature, or one of several approvals; never the last. */
  | (OfTask & { readonly type: 'removeSign'; readonly reason?: string })
  /** Back to a node that was visited; `straightBack`: the next completion there comes straight here again. */
  | (OfTask & {
      readonly type: 'return';
      readonly to: string;
      readonly comment?: string;
      readonly straightBack?: boolean;
    })
  /** Takes tokens away from nodes and sets them on others, by an administrator. */
  | (Acted & {
      readonly type: 'jump';
      readonly instanceId: string;
      readonly cancel: readonly string[];
      readonly start: readonly string[];
      readonly reason: string;
    })
  /** A timer, an asynchronous step or the timeout of a task that is due. */
  | { readonly type: 'job'; readonly jobId: string }
  | { readonly type: 'message'; readonly subscriptionId: string; readonly variables?: Variables }
  /** To everything in this tree that waits for it. */
  | { readonly type: 'signal'; readonly name: string; readonly variables?: Variables }
  | (Acted & { readonly type: 'setVariables'; readonly instanceId: string; readonly variables: Variables })
  | (Acted & {
      readonly type: 'cancel';
      readonly instanceId: string;
      readonly reason: string;
      readonly state?: 'cancelled' | 'withdrawn';
    })
  | (Acted & { readonly type: 'suspend'; readonly instanceId: string })
  | (Acted & { readonly type: 'activate'; readonly instanceId: string });
