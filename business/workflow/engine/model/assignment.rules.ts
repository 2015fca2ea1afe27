/**
 * How several people share a task: one of them works (`single`, the first found), one claims it (`claim`), or each gets one of
 * their own and all, any, a share of them, or all one after the other (`seq`) decide.
 */
export type AssignmentMode = 'single' | 'claim' | 'all' | 'any' | 'ratio' | 'seq';

/**
 * Where people of a task come from. `values` are ids or codes by the type, written out or as `${…}`; `level` counts leaders upwards, 1 is
 * the nearest; `field` names a variable of the instance.
 */
export interface AssignmentRule {
  readonly type:
    | 'user'
    | 'role'
    | 'dept'
    | 'deptLeader'
    | 'post'
    | 'group'
    | 'starter'
    | 'starterLeader'
    | 'starterLeaders'
    | 'formUser'
    | 'formDeptLeader'
    | 'prevAssignee'
    | 'starterPick'
    | 'approverPick'
    | 'admin'
    | 'expr';
  readonly values?: readonly string[];
  readonly level?: number;
  readonly field?: string;
}

/** What happens to a task that nobody would get; `user` names who takes it. */
export type EmptyPolicy = 'admin' | 'pass' | 'reject' | 'user';

/** Who decides where the starter would judge the own request. */
export type StarterPolicy = 'self' | 'skip' | 'deptLeader' | 'admin';

/** Whether somebody who passed this instance before passes again without being asked. */
export type RepeatPolicy = 'none' | 'all' | 'consecutive';

/** `anju:assignment` of a user task, or what its plain `assignee` and candidate attributes amount to. */
export interface Assignment {
  readonly mode: AssignmentMode;
  readonly by: readonly AssignmentRule[];
  /** Share of those asked that must pass, above 0 and at most 1; for mode `ratio`. */
  readonly ratio?: number;
  /** `veto`: one rejection decides; `ratio`: rejection only when the share can no longer be reached. */
  readonly reject?: 'veto' | 'ratio';
  readonly empty?: EmptyPolicy;
  readonly emptyUser?: string;
  readonly sameAsStarter?: StarterPolicy;
  readonly repeat?: RepeatPolicy;
}

/** What happens when a task is not done in time: after `after` (duration in ISO 8601), at most `repeat` times. */
export interface TaskTimeout {
  readonly after: string;
  readonly action: 'remind' | 'approve' | 'reject' | 'transfer';
  readonly repeat?: number;
  readonly transferTo?: string;
  /** Counted in working hours of the company. */
  readonly working?: boolean;
}
