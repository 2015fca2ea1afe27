// Rows of the engine as they are stored. Instants are milliseconds since 1970; ids are decimal text, later ones greater.

export type VariableValue =
  string | number | boolean | null | readonly VariableValue[] | { readonly [name: string]: VariableValue };

export type Variables = Readonly<Record<string, VariableValue>>;

export type InstanceState = 'running' | 'suspended' | 'completed' | 'withdrawn' | 'cancelled' | 'error';

export interface InstanceRow {
  readonly id: string;
  /** The instance that nobody called; its row is what a command locks. */
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
  /** Last decision of a person, which is the outcome where no end event says one. */
  readonly lastDecision: '' | 'pass' | 'reject';
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly endNode: string;
  readonly deleteReason: string;
}

/** Counters of several instances of an activity. */
export interface LoopCounters {
  readonly total: number;
  readonly started: number;
  readonly done: number;
  readonly passed: number;
  readonly rejected: number;
  /** One value per instance, for a collection or for the people of an approval. */
  readonly items: readonly VariableValue[] | null;
}

/** An activity that was done and can be undone, with the variables it had; scopes bring what was done inside. */
export interface CompensationRecord {
  readonly nodeId: string;
  readonly variables: Variables;
  readonly inner: readonly CompensationRecord[];
}

/**
 * A place of the execution tree; rows exist only while it lives. `scope`: a process or sub-process (that of an instance has its id);
 * `multi`: the body around several instances of an activity; `token`: where work stands.
 */
export interface ExecutionRow {
  readonly id: string;
  readonly instanceId: string;
  readonly parentId: string | null;
  readonly kind: 'scope' | 'multi' | 'token';
  /** Empty for the scope of an instance. */
  readonly nodeId: string;
  /** Flow by which a token came to a join that waits. */
  readonly flowId: string | null;
  /** `waiting`: at a join, or for what it threw to be dealt with. */
  readonly state: 'active' | 'waiting' | 'compensating';
  readonly variables: Variables;
  readonly loop: LoopCounters | null;
  readonly compensation: readonly CompensationRecord[];
  /** Open row of the history that this execution will close. */
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
  /** Who gave it away by delegation, and gets it back. */
  readonly ownerId: string | null;
  readonly delegation: '' | 'pending' | 'resolved';
  /** Whose absence the assignee stands in for. */
  readonly onBehalfOf: string | null;
  /** Task that an added signature belongs to. */
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
  /** Node to which the next completion goes straight back after a return. */
  readonly returnTo: string;
  readonly suspended: boolean;
}

/** `u:` user, `r:` role, `d:` department, `p:` position, `g:` group, then the id or code. */
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
  /** Cycle in ISO 8601 that it goes on with, and how often still; null: once, or for ever. */
  readonly cycle: string | null;
  readonly repeats: number | null;
}

/** History: one row for each visit of a node and each flow taken. */
export interface ActivityRow {
  readonly id: string;
  readonly instanceId: string;
  readonly definitionId: string;
  /** Node or flow. */
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
