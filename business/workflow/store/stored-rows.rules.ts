import type {
  ActivityRow,
  CandidateRow,
  ExecutionRow,
  InstanceRow,
  JobRow,
  SubscriptionRow,
  TaskRow,
} from '../engine/state/rows.rules.ts';
import type { StoredFields } from './stored-table.rules.ts';

/** Storage types of the engine's rows, by field. */
export const instanceFields: StoredFields<InstanceRow> = {
  id: 'id',
  rootId: 'id',
  parentId: 'id?',
  parentExecutionId: 'id?',
  definitionId: 'id',
  processKey: 'text',
  businessTable: 'text',
  businessId: 'text',
  title: 'text',
  starterId: 'id',
  starterDeptId: 'text',
  variables: 'json',
  state: 'text',
  outcome: 'text',
  lastDecision: 'text',
  startedAt: 'instant',
  endedAt: 'instant?',
  endNode: 'text',
  deleteReason: 'text',
};

export const executionFields: StoredFields<ExecutionRow> = {
  id: 'id',
  instanceId: 'id',
  parentId: 'id?',
  kind: 'text',
  nodeId: 'text',
  flowId: 'text?',
  state: 'text',
  variables: 'json',
  loop: 'json?',
  compensation: 'json',
  activityId: 'id?',
};

export const taskFields: StoredFields<TaskRow> = {
  id: 'id',
  instanceId: 'id',
  executionId: 'id',
  definitionId: 'id',
  nodeId: 'text',
  name: 'text',
  assigneeId: 'id?',
  ownerId: 'id?',
  delegation: 'text',
  onBehalfOf: 'id?',
  parentId: 'id?',
  sign: 'text',
  priority: 'integer',
  dueAt: 'instant?',
  formKey: 'text',
  state: 'text',
  decision: 'text',
  comment: 'text',
  createdAt: 'instant',
  claimedAt: 'instant?',
  endedAt: 'instant?',
  endedBy: 'id?',
  endedReason: 'text',
  returnTo: 'text',
  suspended: 'flag',
};

export const candidateFields: StoredFields<CandidateRow> = { key: 'text', createdAt: 'instant', taskId: 'id' };

export const subscriptionFields: StoredFields<SubscriptionRow> = {
  id: 'id',
  instanceId: 'id',
  executionId: 'id',
  nodeId: 'text',
  kind: 'text',
  name: 'text',
  correlation: 'text',
};

export const jobFields: StoredFields<JobRow> = {
  id: 'id',
  instanceId: 'id',
  executionId: 'id',
  nodeId: 'text',
  kind: 'text',
  dueAt: 'instant',
  cycle: 'text?',
  repeats: 'integer?',
};

export const activityFields: StoredFields<ActivityRow> = {
  id: 'id',
  instanceId: 'id',
  definitionId: 'id',
  nodeId: 'text',
  type: 'text',
  name: 'text',
  executionId: 'id',
  taskId: 'id?',
  calledInstanceId: 'id?',
  assigneeId: 'id?',
  startedAt: 'instant',
  endedAt: 'instant?',
  state: 'text',
  reason: 'text',
};
