import type { Table } from '#kernel/server';
import {
  activityFields,
  candidateFields,
  executionFields,
  instanceFields,
  jobFields,
  subscriptionFields,
  taskFields,
} from './stored-rows.rules.ts';
import { columnPlans } from './stored-table.rules.ts';

const tenant = { name: 'tenant_id', type: 'text', notNull: true };
/** Id of the outermost instance: commands lock its row, and all rows of the tree are read by it. */
const root = { name: 'root_id', type: 'bigint', notNull: true };

const columns = (spec: Readonly<Record<string, string>>): Table['columns'] =>
  Object.entries(spec).map(([name, type]) => ({
    name,
    type: type.replace(' not null', ''),
    notNull: type.endsWith(' not null'),
  }));

/** Tables of deployed versions. A deployment inserts definitions, which never change. */
const deployed: readonly Table[] = [
  {
    name: 'wf_deployment',
    tenants: true,
    primaryKey: ['id'],
    indexes: [{ name: 'wf_deployment_common', on: 'tenant_id, common_key', user: 'deployments of a shared process' }],
    comment: 'what was deployed at once; common_key: the deployment of the platform that all companies share',
    columns: columns({
      id: 'bigint not null',
      tenant_id: 'text not null',
      name: 'text not null',
      category: 'text not null',
      source: 'text not null',
      file_name: 'text not null',
      common_key: 'text',
      deployed_by: 'bigint',
      deployed_at: 'timestamptz not null',
      deleted_at: 'timestamptz',
    }),
  },
  {
    name: 'wf_definition',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      { name: 'wf_definition_version', on: 'tenant_id, key, version', user: 'one version of a process', unique: true },
      { name: 'wf_definition_deployment', on: 'tenant_id, deployment_id', user: 'processes of a deployment' },
    ],
    comment: 'one version of a process of a company',
    columns: columns({
      id: 'bigint not null',
      tenant_id: 'text not null',
      deployment_id: 'bigint not null',
      key: 'text not null',
      name: 'text not null',
      category: 'text not null',
      version: 'integer not null',
      xml: 'text not null',
      compiled: 'json not null',
      sha256: 'text not null',
      common_key: 'text',
      suspension_state: 'integer not null',
      history_ttl_days: 'integer',
      deployed_at: 'timestamptz not null',
      deleted_at: 'timestamptz',
    }),
  },
  {
    name: 'wf_start',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      { name: 'wf_start_definition', on: 'tenant_id, definition_id', user: 'start events of a process' },
      { name: 'wf_start_name', on: 'tenant_id, kind, name', user: 'start events of a message' },
      { name: 'wf_start_due', on: 'tenant_id, due_at, id', user: 'start timers that are due', where: 'not is_held' },
    ],
    comment:
      'start events of the newest version of a process, that a timer, a message or a signal sets off; held while it is suspended',
    columns: columns({
      id: 'bigint not null',
      tenant_id: 'text not null',
      definition_id: 'bigint not null',
      node_id: 'text not null',
      kind: 'text not null',
      name: 'text not null',
      due_at: 'timestamptz',
      turn_at: 'timestamptz',
      cycle: 'text',
      repeats: 'integer',
      is_set: 'boolean not null',
      is_held: 'boolean not null',
      tries: 'integer not null',
    }),
  },
];

/** Tables of live instances. Executions, subscriptions and jobs exist only while their instance runs. */
const living: readonly Table[] = [
  {
    name: 'wf_instance',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      { name: 'wf_instance_root', on: 'root_id', user: 'tree of an instance' },
      { name: 'wf_instance_starter', on: 'tenant_id, starter_id, started_at, id', user: 'instances of a starter' },
      {
        name: 'wf_instance_business',
        on: 'tenant_id, business_table, business_id',
        user: 'instances of a document',
        where: "business_id <> ''",
      },
      {
        name: 'wf_instance_running',
        on: 'tenant_id, started_at, id',
        user: 'running instances',
        where: 'ended_at is null',
      },
      {
        name: 'wf_instance_definition',
        on: 'definition_id',
        user: 'running instances of a version',
        where: 'ended_at is null',
      },
    ],
    storage: { fillfactor: 80 },
    comment: 'one case of a process; a called process has an instance of its own below the one that called it',
    columns: [...columnPlans(instanceFields), tenant],
  },
  {
    name: 'wf_execution',
    tenants: true,
    primaryKey: ['id'],
    indexes: [{ name: 'wf_execution_root', on: 'root_id', user: 'tree of an instance' }],
    storage: { fillfactor: 70 },
    comment: 'where an instance stands: scopes, bodies of several, tokens',
    columns: [...columnPlans(executionFields), tenant, root],
  },
  {
    name: 'wf_task',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      { name: 'wf_task_root', on: 'root_id', user: 'tree of an instance' },
      { name: 'wf_task_instance', on: 'instance_id, created_at', user: 'tasks of an instance' },
      { name: 'wf_task_todo', on: 'tenant_id, assignee_id, created_at, id', user: 'inbox', where: "state = 'open'" },
      {
        name: 'wf_task_done',
        on: 'tenant_id, ended_by, ended_at, id',
        user: 'done tasks of a person',
        where: "state = 'done'",
      },
    ],
    storage: { fillfactor: 80 },
    comment: 'what people do in an instance, open and done',
    columns: [...columnPlans(taskFields), tenant, root, { name: 'seen_at', type: 'timestamptz' }],
  },
  {
    name: 'wf_task_candidate',
    tenants: true,
    primaryKey: ['tenant_id', 'key', 'created_at', 'task_id'],
    indexes: [{ name: 'wf_task_candidate_task', on: 'task_id', user: 'candidates of a task' }],
    comment: 'who may claim an open task: u: user, r: role, d: department, p: position',
    columns: [...columnPlans(candidateFields), tenant],
  },
  {
    name: 'wf_subscription',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      { name: 'wf_subscription_root', on: 'root_id', user: 'tree of an instance' },
      { name: 'wf_subscription_name', on: 'tenant_id, kind, name, correlation', user: 'receivers of a message' },
    ],
    comment: 'messages, signals and conditions that instances wait for',
    columns: [...columnPlans(subscriptionFields), tenant, root],
  },
  {
    name: 'wf_job',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      { name: 'wf_job_root', on: 'root_id', user: 'tree of an instance' },
      {
        name: 'wf_job_due',
        on: 'tenant_id, due_at, id',
        user: 'timers that are due',
        where: 'not is_dead and not is_held',
      },
    ],
    comment: 'timers, asynchronous steps and timeouts; held while its instance is suspended, dead after the last try',
    columns: [
      ...columnPlans(jobFields),
      tenant,
      root,
      { name: 'tries', type: 'integer', notNull: true, initial: '0' },
      { name: 'is_held', type: 'boolean', notNull: true, initial: 'false' },
      { name: 'is_dead', type: 'boolean', notNull: true, initial: 'false' },
      { name: 'last_error', type: 'text' },
    ],
  },
];

/** Tables of the history. */
const past: readonly Table[] = [
  {
    name: 'wf_activity',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      { name: 'wf_activity_instance', on: 'instance_id, started_at, id', user: 'course of an instance' },
      {
        name: 'wf_activity_definition',
        on: 'tenant_id, definition_id, node_id, ended_at',
        user: 'figures of a process',
      },
    ],
    comment: 'history: one row a visit of a node and a flow taken',
    columns: [...columnPlans(activityFields), tenant, root],
  },
  {
    name: 'wf_action',
    tenants: true,
    appendOnly: true,
    primaryKey: ['id'],
    indexes: [{ name: 'wf_action_instance', on: 'instance_id, id', user: 'actions on an instance' }],
    comment: 'who did what with an instance or a task',
    columns: columns({
      id: 'bigint not null',
      tenant_id: 'text not null',
      instance_id: 'bigint not null',
      task_id: 'bigint',
      action: 'text not null',
      actor_id: 'bigint not null',
      user_ids: 'bigint[]',
      comment: 'text not null',
      at: 'timestamptz not null',
    }),
  },
  {
    name: 'wf_cc',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      { name: 'wf_cc_user', on: 'tenant_id, user_id, created_at, id', user: 'copies of a person' },
      { name: 'wf_cc_instance', on: 'instance_id', user: 'copies of an instance' },
    ],
    comment: 'copies of an instance, and whether they were read',
    columns: columns({
      id: 'bigint not null',
      tenant_id: 'text not null',
      instance_id: 'bigint not null',
      node_id: 'text not null',
      user_id: 'bigint not null',
      sent_by: 'bigint not null',
      created_at: 'timestamptz not null',
      read_at: 'timestamptz',
    }),
  },
  {
    name: 'wf_incident',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      {
        name: 'wf_incident_open',
        on: 'tenant_id, created_at, id',
        user: 'open incidents',
        where: 'resolved_at is null',
      },
      { name: 'wf_incident_instance', on: 'instance_id', user: 'incidents of an instance' },
    ],
    comment: 'steps that failed for good, and tasks that nobody was found for',
    columns: columns({
      id: 'bigint not null',
      tenant_id: 'text not null',
      instance_id: 'bigint not null',
      kind: 'text not null',
      node_id: 'text not null',
      job_id: 'bigint',
      task_id: 'bigint',
      message: 'text not null',
      created_at: 'timestamptz not null',
      resolved_at: 'timestamptz',
    }),
  },
];

/** All tables of the engine. They are not papers, because one command writes rows of many of them in one statement. */
export const workflowTables: readonly Table[] = [...deployed, ...living, ...past];
