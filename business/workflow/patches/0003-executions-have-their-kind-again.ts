import { STUCK_WORDS } from '../command/note-stuck.server.ts';

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** The body of several instances: its counters tell. */
const BODIES = `update wf_execution set kind = 'multi' where kind = 'token' and loop is not null and loop <> 'null'::jsonb`;

/** A sub-process that has begun; a token before it, or one that waits for its job, has no open row of the history. */
const SCOPES = `update wf_execution e set kind = 'scope' from wf_instance i join wf_definition d on d.id = i.definition_id and d.tenant_id = i.tenant_id
  where i.id = e.instance_id and i.tenant_id = e.tenant_id and e.kind = 'token' and e.activity_id is not null
    and d.compiled -> 'nodes' -> e.node_id ->> 'type' in ('subProcess', 'transaction')`;

/** Instances of an activity that left their body by mistake are counted no more, so that the body ends with the rest. */
const COUNTERS = `update wf_execution b set loop = b.loop || jsonb_build_object('total', greatest((b.loop ->> 'total')::int - n.lost, (b.loop ->> 'done')::int), 'started', (b.loop ->> 'started')::int - n.lost)
  from (select e.id, (e.loop ->> 'started')::int - (e.loop ->> 'done')::int - (select count(*) from wf_execution c where c.parent_id = e.id)::int as lost
    from wf_execution e where e.kind = 'multi') n where n.id = b.id and n.lost > 0`;

/** Cases that nothing can move any more are seen by an administrator; their last activity dates the incident. */
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
 * The kind of an execution was lost at its second write: bodies of several instances and sub-processes were stored as tokens. Their kind is
 * set again, counters follow what is there, and cases that hang become incidents.
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
