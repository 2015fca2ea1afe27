import { STUCK_WORDS } from '../command/note-stuck.server.ts';

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Bodies of several instances, recognised by their counters. */
const BODIES = `update wf_execution set kind = 'multi' where kind = 'token' and loop is not null and loop <> 'null'::jsonb`;

/**
 * Sub-processes that have begun, recognised by their open history row. A token that has not begun one, or waits for its
 * job, has none.
 */
const SCOPES = `update wf_execution e set kind = 'scope' from wf_instance i join wf_definition d on d.id = i.definition_id and d.tenant_id = i.tenant_id
  where i.id = e.instance_id and i.tenant_id = e.tenant_id and e.kind = 'token' and e.activity_id is not null
    and d.compiled -> 'nodes' -> e.node_id ->> 'type' in ('subProcess', 'transaction')`;

/**
 * Reduce the counters of each body by its missing instances, so that the body ends when the remaining instances are
 * done.
 */
const COUNTERS = `update wf_execution b set loop = b.loop || jsonb_build_object('total', greatest((b.loop ->> 'total')::int - n.lost, (b.loop ->> 'done')::int), 'started', (b.loop ->> 'started')::int - n.lost)
  from (select e.id, (e.loop ->> 'started')::int - (e.loop ->> 'done')::int - (select count(*) from wf_execution c where c.parent_id = e.id)::int as lost
    from wf_execution e where e.kind = 'multi') n where n.id = b.id and n.lost > 0`;

/** Open an incident for each running instance without an open task, job or subscription, dated by its last activity. */
const INCIDENTS = `insert into wf_incident (id, tenant_id, instance_id, kind, node_id, message, created_at)
  select next_id((extract(epoch from s.at) * 1000)::bigint), s.tenant_id, s.id, 'stuck', s.node_id, $1, s.at from (
    select i.id, i.tenant_id,
      coalesce((select max(a.started_at) from wf_activity a where a.tenant_id = i.tenant_id and a.root_id = i.id), i.started_at) as at,
      coalesce((select e.node_id from wf_execution e where e.tenant_id = i.tenant_id and e.root_id = i.id and e.node_id <> ''
        and not exists (select 1 from wf_execution c where c.parent_id = e.id) order by e.id limit 1), '') as node_id
    from wf_instance i where i.parent_id is null and i.ended_at is null
      and not exists (select 1 from wf_task t where t.root_id = i.id and t.state = 'open')
      and not exists (select 1 from wf_job j where j.root_id = i.id and not j.is_dead)
      and not exists (select 1 from wf_subscription s where s.root_id = i.id)
      and not exists (select 1 from wf_incident n join wf_instance c on c.id = n.instance_id where c.root_id = i.id and n.resolved_at is null)) s`;

/**
 * Restore the kind of executions: an earlier version stored bodies of several instances and sub-processes as tokens.
 * Counters are corrected by the existing rows, and stuck instances become incidents.
 */
export default {
  covers: [],
  async apply(query: Query): Promise<void> {
    await query(BODIES);
    await query(SCOPES);
    await query(COUNTERS);
    await query(INCIDENTS, [STUCK_WORDS]);
  },
};
