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

/** Live rows of a root instance and its called instances, without closed tasks and history. */
export interface InstanceTree {
  readonly instances: readonly InstanceRow[];
  readonly executions: readonly ExecutionRow[];
  /** Open tasks only. */
  readonly tasks: readonly TaskRow[];
  readonly subscriptions: readonly SubscriptionRow[];
  readonly jobs: readonly JobRow[];
}

/**
 * Changed rows of one table; a row is in at most one of the lists. A row that one command creates and removes is in
 * none.
 */
export interface RowChanges<Row> {
  readonly inserted: readonly Row[];
  /** Whole rows with their new values. */
  readonly changed: readonly Row[];
  readonly deleted: readonly string[];
}

/** Fields of an open history row that may change; all others are fixed. */
export const CHANGING_ACTIVITY_FIELDS = [
  'endedAt',
  'state',
  'reason',
  'assigneeId',
  'taskId',
  'calledInstanceId',
] as const satisfies readonly (keyof ActivityRow)[];

/** Change of an open history row; fields that are absent stay as they are. */
export type ActivityChange = Pick<ActivityRow, 'id'> &
  Partial<Pick<ActivityRow, (typeof CHANGING_ACTIVITY_FIELDS)[number]>>;

/** A message or signal that left the instance tree: the server finds its other subscribers. */
export interface ThrownEvent {
  readonly kind: 'message' | 'signal';
  readonly name: string;
  readonly correlation: string;
  readonly instanceId: string;
  readonly variables: Variables;
}

/** Side effects on people or papers that nodes requested, in order. The server runs them in the same transaction. */
export type NodeWish =
  | { readonly kind: 'verb'; readonly instanceId: string; readonly nodeId: string; readonly verb: string }
  | { readonly kind: 'copy'; readonly instanceId: string; readonly nodeId: string; readonly userIds: readonly string[] }
  | { readonly kind: 'remind'; readonly instanceId: string; readonly nodeId: string; readonly taskId: string }
  /** A task found no people: the server opens an incident. */
  | { readonly kind: 'unassigned'; readonly instanceId: string; readonly nodeId: string; readonly taskId: string };

/** All changes of one command, which the server writes in one transaction. */
export interface Delta {
  readonly instances: RowChanges<InstanceRow>;
  readonly executions: RowChanges<ExecutionRow>;
  readonly tasks: RowChanges<TaskRow>;
  readonly candidates: {
    readonly inserted: readonly CandidateRow[];
    /** Tasks from which all candidates are removed, before new ones are inserted. */
    readonly deletedOf: readonly string[];
  };
  readonly subscriptions: RowChanges<SubscriptionRow>;
  readonly jobs: RowChanges<JobRow>;
  readonly activities: { readonly inserted: readonly ActivityRow[]; readonly changed: readonly ActivityChange[] };
  readonly thrown: readonly ThrownEvent[];
  readonly wishes: readonly NodeWish[];
  /** Id of the started instance; null for other commands. */
  readonly startedId: string | null;
}
