import type { App, Context } from '#kernel/server';
import type { ThrownEvent } from '../../engine/state/delta.rules.ts';
import type { Variables } from '../../engine/state/rows.rules.ts';
import { THROWN } from '../follow-delta.server.ts';
import { commandOver, holdTree } from '../run-command.server.ts';
import { startByThrown } from '../starts/thrown-starts.server.ts';

interface Waiting {
  readonly id: string;
  readonly rootId: string;
}

/**
 * Return subscribers of a message or signal in other trees, in the order of their roots, so that locks are taken in one
 * order.
 */
const waitingFor = ({ sql, tenantId }: Context, thrown: ThrownEvent): Promise<Waiting[]> =>
  sql.query<Waiting>(
    `select s.id::text as id, s.root_id::text as "rootId" from wf_subscription s join wf_instance i on i.id = s.instance_id and i.tenant_id = $1
     where s.tenant_id = $1 and s.kind = $2 and s.name = $3 and (s.kind = 'signal' or s.correlation = $4) and i.state = 'running'
       and s.root_id <> coalesce((select t.root_id from wf_instance t where t.tenant_id = $1 and t.id = $5), 0)
     order by s.root_id, s.id`,
    [tenantId, thrown.kind, thrown.name, thrown.correlation, thrown.instanceId],
  );

/**
 * Deliver a signal to all subscribers and all processes that start by it. A message reaches the first subscriber,
 * otherwise one process that starts by it. Each runs in its own tree, in sequence.
 */
async function deliver(context: Context, thrown: ThrownEvent): Promise<void> {
  const waiting = await waitingFor(context, thrown);
  const variables: Variables = thrown.variables;
  if (thrown.kind === 'message') {
    const [first] = waiting;
    if (!first) return startByThrown(context, thrown);
    const tree = await holdTree(context, first.rootId);
    if (tree.subscriptions.some((one) => one.id === first.id))
      await commandOver(context, tree, { type: 'message', subscriptionId: first.id, variables });
    return;
  }
  for (const rootId of new Set(waiting.map((one) => one.rootId)))
    await commandOver(context, await holdTree(context, rootId), { type: 'signal', name: thrown.name, variables });
  await startByThrown(context, thrown);
}

/** Subscribe to thrown events, to deliver them to other trees after the commit. */
export function listenForThrown(app: App): void {
  app.outbox.subscribe(THROWN, (context, { data }) => deliver(context, data as unknown as ThrownEvent));
}
