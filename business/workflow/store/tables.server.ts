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
/** The instance that nobody called: what a command locks, and by which it reads everything below. */
const root = { name: 'root_id', type: 'bigint', notNull: true };

const columns = (spec: Readonly<Record<string, string>>): Table['columns'] =>
  Object.entries(spec).map(([name, type]) => ({
    name,
    type: type.replace(' not null', ''),
    notNull: type.endsWith(' not null'),
  }));

/** Deployed versions: a deployment brings definitions, and a definition never changes. */
const deployed: readonly Table[] = [
  {
    name: 'wf_deployment',
    tenants: true,
    primaryKey: ['id'],
    indexes: [{ name: 'wf_deployment_common', on: 'tenant_id, common_key' }],
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
      { name: 'wf_definition_version', on: 'tenant_id, key, version', unique: true },
      { name: 'wf_definition_deployment', on: 'tenant_id, deployment_id' },
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
      { name: 'wf_start_definition', on: 'tenant_id, definition_id' },
      { name: 'wf_start_name', on: 'tenant_id, kind, name' },
      { name: 'wf_start_due', on: 'tenant_id, due_at, id', where: 'not is_held' },
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

/** What lives of instances. Rows of executions, subscriptions and jobs exist only while their instance runs. */
const living: readonly Table[] = [
  {
    name: 'wf_instance',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      { name: 'wf_instance_root', on: 'root_id' },
      { name: 'wf_instance_starter', on: 'tenant_id, starter_id, started_at, id' },
      { name: 'wf_instance_business', on: 'tenant_id, business_table, business_id', where: "business_id <> ''" },
      { name: 'wf_instance_running', on: 'tenant_id, started_at, id', where: 'ended_at is null' },
      { name: 'wf_instance_definition', on: 'definition_id', where: 'ended_at is null' },
    ],
    storage: { fillfactor: 80 },
    comment: 'one case of a process; a called process has an instance of its own below the one that called it',
    columns: [...columnPlans(instanceFields), tenant],
  },
  {
    name: 'wf_execution',
    tenants: true,
    primaryKey: ['id'],
    indexes: [{ name: 'wf_execution_root', on: 'root_id' }],
    storage: { fillfactor: 70 },
    comment: 'where an instance stands: scopes, bodies of several, tokens',
    columns: [...columnPlans(executionFields), tenant, root],
  },
  {
    name: 'wf_task',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      { name: 'wf_task_root', on: 'root_id' },
      { name: 'wf_task_instance', on: 'instance_id, created_at' },
      { name: 'wf_task_todo', on: 'tenant_id, assignee_id, created_at, id', where: "state = 'open'" },
      { name: 'wf_task_done', on: 'tenant_id, ended_by, ended_at, id', where: "state = 'done'" },
    ],
    storage: { fillfactor: 80 },
    comment: 'what people do in an instance, open and done',
    columns: [...columnPlans(taskFields), tenant, root, { name: 'seen_at', type: 'timestamptz' }],
  },
  {
    name: 'wf_task_candidate',
    tenants: true,
    primaryKey: ['tenant_id', 'key', 'created_at', 'task_id'],
    indexes: [{ name: 'wf_task_candidate_task', on: 'task_id' }],
    comment: 'who may claim an open task: u: user, r: role, d: department, p: position',
    columns: [...columnPlans(candidateFields), tenant],
  },
  {
    name: 'wf_subscription',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      { name: 'wf_subscription_root', on: 'root_id' },
      { name: 'wf_subscription_name', on: 'tenant_id, kind, name, correlation' },
    ],
    comment: 'messages, signals and conditions that instances wait for',
    columns: [...columnPlans(subscriptionFields), tenant, root],
  },
  {
    name: 'wf_job',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      { name: 'wf_job_root', on: 'root_id' },
      { name: 'wf_job_due', on: 'tenant_id, due_at, id', where: 'not is_dead and not is_held' },
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

/** What has happened. */
const past: readonly Table[] = [
  {
    name: 'wf_activity',
    tenants: true,
    primaryKey: ['id'],
    indexes: [
      { name: 'wf_activity_instance', on: 'instance_id, started_at, id' },
      { name: 'wf_activity_definition', on: 'tenant_id, definition_id, node_id, ended_at' },
    ],
    comment: 'history: one row a visit of a node and a flow taken',
    columns: [...columnPlans(activityFields), tenant, root],
  },
  {
    name: 'wf_action',
    tenants: true,
    appendOnly: true,
    primaryKey: ['id'],
    indexes: [{ name: 'wf_action_instance', on: 'instance_id, id' }],
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
      { name: 'wf_cc_user', on: 'tenant_id, user_id, created_at, id' },
      { name: 'wf_cc_instance', on: 'instance_id' },
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
      { name: 'wf_incident_open', on: 'tenant_id, created_at, id', where: 'resolved_at is null' },
      { name: 'wf_incident_instance', on: 'instance_id' },
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

/** The tables of the engine, which are no papers: a command writes many of them at once. */
export const workflowTables: readonly Table[] = [...deployed, ...living, ...past];
