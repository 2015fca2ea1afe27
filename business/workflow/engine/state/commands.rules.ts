import type { Variables } from './rows.rules.ts';

/** `actorId` is the caller; absent: the product itself acts. The caller of the engine has checked the permission. */
interface Acted {
  readonly actorId?: string;
}

interface OfTask extends Acted {
  readonly taskId: string;
}

export interface StartCommand extends Acted {
  readonly type: 'start';
  readonly definitionId: string;
  /** Start event whose message, signal or timer starts the instance; absent: a manual start. */
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
  /** The decision; the process reads it as the variable `pass`. */
  readonly pass: boolean;
  readonly comment?: string;
  readonly variables?: Variables;
}

export type Command =
  | StartCommand
  | CompleteCommand
  /** Assigns an unassigned task to one of its candidates. */
  | (OfTask & { readonly type: 'claim'; readonly userId: string })
  | (OfTask & { readonly type: 'transfer'; readonly userId: string })
  /** Lends a task; the owner gets it back by `resolve`. */
  | (OfTask & { readonly type: 'delegate'; readonly userId: string })
  | (OfTask & { readonly type: 'resolve'; readonly comment?: string })
  | (OfTask & {
      readonly type: 'addSign';
      readonly position: 'before' | 'after' | 'parallel';
      readonly userIds: readonly string[];
    })
  /**
   * Reassigns the tasks of a leaver (a closed account) to the first eligible of `successors`, otherwise by the node's
   * policy for unassigned tasks.
   */
  | (Acted & {
      readonly type: 'reassign';
      readonly leaverId: string;
      readonly successors: readonly string[];
      /** Unassigned tasks that no active account can claim any more. */
      readonly taskIds: readonly string[];
    })
  /** Withdraws a requested signature, or one task of an approval by several people; refused for the last one. */
  | (OfTask & { readonly type: 'removeSign'; readonly reason?: string })
  /**
   * Sends a task back to a visited node. `straightBack`: after that node has passed, the token returns directly to this
   * one.
   */
  | (OfTask & {
      readonly type: 'return';
      readonly to: string;
      readonly comment?: string;
      readonly straightBack?: boolean;
    })
  /** Removes tokens from some nodes and sets them on others, as a correction by an administrator. */
  | (Acted & {
      readonly type: 'jump';
      readonly instanceId: string;
      readonly cancel: readonly string[];
      readonly start: readonly string[];
      readonly reason: string;
    })
  /** Runs a due job: a timer, an asynchronous step, or the timeout of a task. */
  | { readonly type: 'job'; readonly jobId: string }
  | { readonly type: 'message'; readonly subscriptionId: string; readonly variables?: Variables }
  /** Delivers a signal to all of its subscribers in this tree. */
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
