import type {
  ActivityRow,
  CandidateRow,
  ExecutionRow,
  InstanceRow,
  JobRow,
  SubscriptionRow,
  TaskRow,
  Variables,
} from './rows.rules.ts';

/** What lives of one root instance and of all it called; closed tasks and history are not needed. */
export interface InstanceTree {
  readonly instances: readonly InstanceRow[];
  readonly executions: readonly ExecutionRow[];
  /** Open tasks. */
  readonly tasks: readonly TaskRow[];
  readonly subscriptions: readonly SubscriptionRow[];
  readonly jobs: readonly JobRow[];
}

/** Rows of one table: none stands in two of the lists, and one that came and went in the same command in none. */
export interface RowChanges<Row> {
  readonly inserted: readonly Row[];
  /** Whole rows, as they are now. */
  readonly changed: readonly Row[];
  readonly deleted: readonly string[];
}

/** Fields of an open row of the history that change; all others are fixed. */
export const CHANGING_ACTIVITY_FIELDS = [
  'endedAt',
  'state',
  'reason',
  'assigneeId',
  'taskId',
  'calledInstanceId',
] as const satisfies readonly (keyof ActivityRow)[];

/** What changed in an open row of the history; absent fields stay. */
export type ActivityChange = Pick<ActivityRow, 'id'> &
  Partial<Pick<ActivityRow, (typeof CHANGING_ACTIVITY_FIELDS)[number]>>;

/** A message or signal that left the instance tree: whoever else waits for it is the server's to find. */
export interface ThrownEvent {
  readonly kind: 'message' | 'signal';
  readonly name: string;
  readonly correlation: string;
  readonly instanceId: string;
  readonly variables: Variables;
}

/** What a node wants of people or papers beside tokens, in order. */
export type NodeWish =
  | { readonly kind: 'verb'; readonly instanceId: string; readonly nodeId: string; readonly verb: string }
  | { readonly kind: 'copy'; readonly instanceId: string; readonly nodeId: string; readonly userIds: readonly string[] }
  | { readonly kind: 'remind'; readonly instanceId: string; readonly nodeId: string; readonly taskId: string }
  /** Nobody was found for a task; the instance shows why. */
  | { readonly kind: 'unassigned'; readonly instanceId: string; readonly nodeId: string; readonly taskId: string };

/** All that one command changed: the server writes it in the same transaction, nothing else remembers it. */
export interface Delta {
  readonly instances: RowChanges<InstanceRow>;
  readonly executions: RowChanges<ExecutionRow>;
  readonly tasks: RowChanges<TaskRow>;
  readonly candidates: {
    readonly inserted: readonly CandidateRow[];
    /** Tasks whose candidates all go. */
    readonly deletedOf: readonly string[];
  };
  readonly subscriptions: RowChanges<SubscriptionRow>;
  readonly jobs: RowChanges<JobRow>;
  readonly activities: { readonly inserted: readonly ActivityRow[]; readonly changed: readonly ActivityChange[] };
  readonly thrown: readonly ThrownEvent[];
  readonly wishes: readonly NodeWish[];
  /** What the started instance is called; null for other commands. */
  readonly startedId: string | null;
}
