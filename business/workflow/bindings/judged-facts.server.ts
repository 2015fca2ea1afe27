import { storedText } from '#kernel/language/label.ts';
import type { Context } from '#kernel/server';
import { ownVariables } from '../engine/model/own-variables.rules.ts';
import type { InstanceRow, Variables } from '../engine/state/rows.rules.ts';
import { processDefinitionOf } from '../store/definitions.server.ts';

/**
 * Return the names of variables that differ between the paper now and its process instance. Variables that the drawing
 * itself sets are not compared.
 */
async function differingFacts(context: Context, instance: InstanceRow, facts: Variables): Promise<string[]> {
  const { process } = await processDefinitionOf(context.sql, context.tenantId, instance.definitionId);
  const own = ownVariables(process);
  const { variables } = instance;
  return Object.keys(facts).filter(
    (name) => !own.has(name) && Object.hasOwn(variables, name) && variables[name] !== facts[name],
  );
}

/**
 * Return the outcome of an ended instance. An approval becomes a rejection if the paper has changed meanwhile, so that
 * its values differ from the process variables. An incident then names them.
 */
export async function judgedOutcome(
  context: Context,
  instance: InstanceRow,
  facts: () => Promise<Variables>,
): Promise<{ readonly outcome: InstanceRow['outcome']; readonly differing: readonly string[] }> {
  const { state, outcome } = instance;
  if (state !== 'completed' || outcome !== 'approved') return { outcome, differing: [] };
  const differing = await differingFacts(context, instance, await facts());
  if (!differing.length) return { outcome, differing };
  const names = differing.join('、');
  await context.sql.query("update wf_instance set outcome = 'rejected' where tenant_id = $1 and id = $2", [
    context.tenantId,
    instance.id,
  ]);
  await context.sql.query(
    `insert into wf_incident (id, tenant_id, instance_id, kind, node_id, message, created_at) values ($1, $2, $3, 'facts', $4, $5, $6)`,
    [
      await context.newId(),
      context.tenantId,
      instance.id,
      instance.endNode,
      storedText([`审批依据与单据不一致：${names}`, `Judged by other facts than the document states: ${names}`]),
      context.now(),
    ],
  );
  return { outcome: 'rejected', differing };
}
