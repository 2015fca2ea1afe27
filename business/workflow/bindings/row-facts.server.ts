import { hoursOfCompany } from '#business/scheduling/calendar.server.ts';
import { addDays, dayOf } from '#kernel/language/days.ts';
import type { AnyPaper, Row } from '#kernel/language/paper.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Context } from '#kernel/server';
import { workingDaysIn } from '../leave/working-days.rules.ts';
import type { ExpressionScope } from '../engine/expression/methods.rules.ts';
import { compileTemplate } from '../engine/expression/template.rules.ts';
import { isTrue } from '../engine/expression/values.rules.ts';
import type { Variables, VariableValue } from '../engine/state/rows.rules.ts';
import type { processBinding } from './process-binding.paper.ts';

/** A row with its values as they are stored, by field. */
export type StoredRow = Readonly<Record<string, unknown>>;

type Binding = Row<typeof processBinding>;

const plain = (value: unknown): VariableValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

/**
 * Return the fields of a row for expressions (numeric texts as numbers), with its working days and its amount of money.
 */
export async function rowFactsOf(context: Context, paper: AnyPaper, row: StoredRow): Promise<Variables> {
  const facts: Record<string, VariableValue> = {};
  for (const [name, field] of Object.entries(paper.fields as Readonly<Record<string, Field>>))
    if (!field.secret) facts[name] = plain(row[name]);
  const amount = facts.amount ?? facts.totalAmount ?? null;
  if (amount !== null) facts.money = Number(amount);
  const [from, to] = [row.startTime, row.endTime];
  if (typeof from === 'string' && typeof to === 'string')
    facts.days = workingDaysIn(from, to, await hoursOfCompany(context, dayOf(from), addDays(dayOf(to), 1)));
  return facts;
}

const scopeOf = (context: Context, facts: Variables, starterId: string): ExpressionScope => ({
  read: (name) => (Object.hasOwn(facts, name) ? (facts[name] ?? null) : null),
  now: () => context.instant(),
  starterId,
  functions: { days: () => null, hasRole: () => false },
});

/**
 * Return the binding with the highest priority (the lowest number) whose condition holds; undefined if there is none.
 */
export function firstHolding(
  context: Context,
  bindings: readonly Binding[],
  facts: Variables,
  starterId: string,
): Binding | undefined {
  const scope = scopeOf(context, facts, starterId);
  return bindings
    .toSorted((one, other) => Number(one.priority ?? 50) - Number(other.priority ?? 50))
    .find(({ condition }) => !condition || isTrue(compileTemplate(condition).evaluate(scope)));
}

/** Return the process variables of a row: those that its binding maps, with `days` and `money` if the row has them. */
export function variablesOf(
  context: Context,
  binding: Pick<Binding, 'variables'> | undefined,
  facts: Variables,
  starterId: string,
): Variables {
  const scope = scopeOf(context, facts, starterId);
  const mapped = (binding?.variables ?? []).map(({ name, value }): [string, VariableValue] => [
    name,
    compileTemplate(value).evaluate(scope),
  ]);
  const numbers = ['days', 'money'].flatMap((name): [string, VariableValue][] =>
    name in facts ? [[name, facts[name]]] : [],
  );
  return Object.fromEntries([...numbers, ...mapped]);
}
