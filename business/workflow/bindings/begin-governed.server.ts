import { type AnyPaper, type Row, lifeOf } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { InstanceRow, Variables } from '../engine/state/rows.rules.ts';
import { startNewProcess } from '../command/start-process.server.ts';
import { newestDefinition } from '../store/definitions.server.ts';
import { refuse } from '../refusals.ts';
import { processBinding } from './process-binding.paper.ts';
import { type StoredRow, rowFactsOf, firstHolding, variablesOf } from './row-facts.server.ts';

/** Return the first enabled binding whose condition holds. */
async function bindingFor(
  context: Context,
  paper: AnyPaper,
  facts: Variables,
): Promise<Row<typeof processBinding> | undefined> {
  const bindings = await context.find(processBinding, { paperName: paper.name, enabled: true }, { limit: 100 });
  return firstHolding(context, bindings, facts, context.person.id);
}

/** Return the binding that applies to a row now; undefined if none does. */
export const bindingOf = async (
  context: Context,
  paper: AnyPaper,
  row: StoredRow,
): Promise<Row<typeof processBinding> | undefined> => bindingFor(context, paper, await rowFactsOf(context, paper, row));

/**
 * Start the process that governs a submitted row. If no binding applies, do nothing. Refuse instead if the paper has a
 * separate verb for sending rows to a process (`optional`).
 */
export async function beginGoverned(context: Context, paper: AnyPaper, row: StoredRow): Promise<void> {
  const facts = await rowFactsOf(context, paper, row);
  const binding = await bindingFor(context, paper, facts);
  if (!binding) {
    if (lifeOf(paper).governed?.optional) throw refuse.notBound({ title: paper.title });
    return;
  }
  const definition = await newestDefinition(context.sql, context.tenantId, binding.processKey);
  if (!definition) throw refuse.noProcess({ key: binding.processKey });
  await startNewProcess(context, {
    definitionId: definition.id,
    variables: variablesOf(context, binding, facts, context.person.id),
    title: `${paper.title[0]} ${String(row[paper.caption] ?? '')}`.trim(),
    businessTable: paper.table,
    businessId: String(row.id),
  });
}

/**
 * Return the process variables that a change of the row changes. The binding is the first for this process whose
 * condition holds for the row before the change, even if it is disabled now.
 */
export async function variablesAfterChange(
  context: Context,
  paper: AnyPaper,
  instance: Pick<InstanceRow, 'processKey' | 'starterId'>,
  { before, row }: { readonly before: StoredRow; readonly row: StoredRow },
): Promise<Variables> {
  const [was, is] = [await rowFactsOf(context, paper, before), await rowFactsOf(context, paper, row)];
  const bindings = await context.find(
    processBinding,
    { paperName: paper.name, processKey: instance.processKey },
    { limit: 100 },
  );
  const binding = firstHolding(context, bindings, was, instance.starterId);
  const [old, now] = [was, is].map((facts) => variablesOf(context, binding, facts, instance.starterId));
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => old[name] !== value));
}
