// Rows of the engine as they are stored. Instants are milliseconds since 1970; ids are decimal text, later ones
// greater.

export type VariableValue =
  string | number | boolean | null | readonly VariableValue[] | { readonly [name: string]: VariableValue };

export type Variables = Readonly<Record<string, VariableValue>>;

export type InstanceState = 'running' | 'suspended' | 'completed' | 'withdrawn' | 'cancelled' | 'error';

export interface InstanceRow {
  readonly id: string;
  /** The outermost instance of the tree; commands lock its row. */
  readonly rootId: string;
  readonly parentId: string | null;
  /** Execution of the call activity that started this instance. */
  readonly parentExecutionId: string | null;
  readonly definitionId: string;
  readonly processKey: string;
  readonly businessTable: string;
  readonly businessId: string;
  readonly title: string;
  readonly starterId: string;
  readonly starterDeptId: string;
  readonly variables: Variables;
  readonly state: InstanceState;
  readonly outcome: '' | 'approved' | 'rejected';
  /** Last decision of a person; it becomes the outcome if no end event sets one. */
  readonly lastDecision: '' | 'pass' | 'reject';
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly endNode: string;
  readonly deleteReason: string;
}

/** Counters of an activity that runs several instances. */
export interface LoopCounters {
  readonly total: number;
  readonly started: number;
  readonly done: number;
  readonly passed: number;
  readonly rejected: number;
  /** The value of each instance, for a collection or for the people of an approval; null: only a count. */
  readonly items: readonly VariableValue[] | null;
}

/**
 * A completed activity that can be compensated, with its variables. `inner` are the completed activities inside a
 * sub-process.
 */
export interface CompensationRecord {
  readonly nodeId: string;
  readonly variables: Variables;
  readonly inner: readonly CompensationRecord[];
}

/**
 * A row of the execution tree; it exists only while it is live. `scope`: a process or sub-process; the scope of a whole
 * instance has the id of the instance. `multi`: the body of several instances of an activity. `token`: a place where
 * work happens.
 */
export interface ExecutionRow {
  readonly id: string;
  readonly instanceId: string;
  readonly parentId: string | null;
  readonly kind: 'scope' | 'multi' | 'token';
  /** Empty for the scope of the process itself. */
  readonly nodeId: string;
  /** The flow on which a token that waits at a join came; null for other executions. */
  readonly flowId: string | null;
  /**
   * `waiting`: at a join, or until the signal it threw is delivered. `compensating`: until the last compensation
   * handler is done.
   */
  readonly state: 'active' | 'waiting' | 'compensating';
  readonly variables: Variables;
  readonly loop: LoopCounters | null;
  readonly compensation: readonly CompensationRecord[];
  /** Id of the open history row that is completed when this execution's work ends; null if there is none. */
  readonly activityId: string | null;
}

export type TaskState = 'open' | 'done' | 'cancelled';
export type TaskDecision = '' | 'pass' | 'reject' | 'return' | 'auto';

export interface TaskRow {
  readonly id: string;
  readonly instanceId: string;
  readonly executionId: string;
  readonly definitionId: string;
  readonly nodeId: string;
  readonly name: string;
  readonly assigneeId: string | null;
  /** The person who lent the task and gets it back. */
  readonly ownerId: string | null;
  readonly delegation: '' | 'pending' | 'resolved';
  /** The absent person whom the assignee represents. */
  readonly onBehalfOf: string | null;
  /** The task for which this signature was requested; null for other tasks. */
  readonly parentId: string | null;
  readonly sign: '' | 'before' | 'after' | 'parallel';
  readonly priority: number;
  readonly dueAt: number | null;
  readonly formKey: string;
  readonly state: TaskState;
  readonly decision: TaskDecision;
  readonly comment: string;
  readonly createdAt: number;
  readonly claimedAt: number | null;
  readonly endedAt: number | null;
  readonly endedBy: string | null;
  readonly endedReason: string;
  /** Node to which the token goes directly after the next pass, because the task was returned from there. */
  readonly returnTo: string;
  readonly suspended: boolean;
}

/** `key`: `u:` account, `r:` role, `d:` department, `p:` position or `g:` group, followed by the id or code. */
export interface CandidateRow {
  readonly key: string;
  readonly createdAt: number;
  readonly taskId: string;
}

export interface SubscriptionRow {
  readonly id: string;
  readonly instanceId: string;
  readonly executionId: string;
  readonly nodeId: string;
  readonly kind: 'message' | 'signal' | 'conditional';
  readonly name: string;
  readonly correlation: string;
}

export interface JobRow {
  readonly id: string;
  readonly instanceId: string;
  readonly executionId: string;
  readonly nodeId: string;
  readonly kind: 'timer' | 'async' | 'timeout';
  readonly dueAt: number;
  /**
   * Span in ISO 8601 between two times; null: the job runs once. `repeats` counts the remaining times; null: endless.
   */
  readonly cycle: string | null;
  readonly repeats: number | null;
}

/** History: one row for each visit of a node and each flow taken. */
export interface ActivityRow {
  readonly id: string;
  readonly instanceId: string;
  readonly definitionId: string;
  /** Id of the node or flow. */
  readonly nodeId: string;
  /** Type of the node, or `sequenceFlow`. */
  readonly type: string;
  readonly name: string;
  readonly executionId: string;
  readonly taskId: string | null;
  readonly calledInstanceId: string | null;
  readonly assigneeId: string | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly state: 'active' | 'completed' | 'cancelled';
  readonly reason: string;
}
