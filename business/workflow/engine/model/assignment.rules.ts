/**
 * How several people share a task. `single`: the first person found gets it; `claim`: one of them claims it. In the
 * other modes each person gets a task. They pass together if all pass (`all`), by the first decision (`any`), by a
 * share of passes (`ratio`), or if all pass in turn (`seq`).
 */
export type AssignmentMode = 'single' | 'claim' | 'all' | 'any' | 'ratio' | 'seq';

/**
 * A rule that finds people for a task. `values`: ids or codes, or `${…}` that gives them. `level`: counts leaders
 * upwards from 1. `field`: a variable of the instance that holds people.
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

/** Policy for a task without people: the administrator gets it, it passes, it is rejected, or `emptyUser` gets it. */
export type EmptyPolicy = 'admin' | 'pass' | 'reject' | 'user';

/**
 * Policy if the starter would decide a task of the process that the starter began. Allow it, skip the starter, or
 * replace the starter by the leader or the administrator.
 */
export type StarterPolicy = 'self' | 'skip' | 'deptLeader' | 'admin';

/**
 * Whether a task is passed automatically because its person has passed one before: in this instance (`all`), or as its
 * last task (`consecutive`).
 */
export type RepeatPolicy = 'none' | 'all' | 'consecutive';

/** `anju:assignment` of a user task, or the equivalent of its plain `assignee` and candidate attributes. */
export interface Assignment {
  readonly mode: AssignmentMode;
  readonly by: readonly AssignmentRule[];
  /** Share of the people that must pass, above 0 and at most 1; for mode `ratio`. */
  readonly ratio?: number;
  /** `veto`: one rejection rejects the task; `ratio`: it is rejected once too few people remain to reach the share. */
  readonly reject?: 'veto' | 'ratio';
  readonly empty?: EmptyPolicy;
  readonly emptyUser?: string;
  readonly sameAsStarter?: StarterPolicy;
  readonly repeat?: RepeatPolicy;
}

/** Policy for a late task. `after`: ISO 8601 duration from its creation; `repeat`: maximal number of reminders. */
export interface TaskTimeout {
  readonly after: string;
  readonly action: 'remind' | 'approve' | 'reject' | 'transfer';
  readonly repeat?: number;
  readonly transferTo?: string;
  /** `after` counts the working hours of the company only. */
  readonly working?: boolean;
}
