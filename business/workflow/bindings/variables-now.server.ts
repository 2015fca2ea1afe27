import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Context, inZone } from '#kernel/server';
import type { InstanceRow, Variables } from '../engine/state/rows.rules.ts';
import { processBinding } from './process-binding.paper.ts';
import { type StoredRow, firstHolding, rowFactsOf, variablesOf } from './row-facts.server.ts';

/**
 * Return the process variables that a row has now, to compare them with those that its instance started with. If the
 * binding was changed since the start, its mappings are left out: only the variables `days` and `money` remain.
 */
export async function variablesNow(
  context: Context,
  paper: AnyPaper,
  instance: Pick<InstanceRow, 'processKey' | 'starterId' | 'startedAt'>,
  row: StoredRow,
): Promise<Variables> {
  const facts = await rowFactsOf(context, paper, row);
  const bindings = await context.find(
    processBinding,
    { paperName: paper.name, processKey: instance.processKey },
    { limit: 100 },
  );
  const binding = firstHolding(context, bindings, facts, instance.starterId);
  const isSame = binding && binding.updateTime <= inZone(instance.startedAt, context.zone);
  return variablesOf(context, isSame ? binding : undefined, facts, instance.starterId);
}
