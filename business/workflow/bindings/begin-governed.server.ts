import { hoursOfCompany } from '#business/scheduling/calendar.server.ts';
import { addDays, dayOf } from '#business/masterdata/days.rules.ts';
import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import type { AnyPaper, Row } from '#kernel/language/paper.ts';
import type { Field } from '#kernel/language/field.ts';
import type { Context } from '#kernel/server';
import { workingDaysIn } from '../leave/working-days.rules.ts';
import type { ExpressionScope } from '../engine/expression/methods.rules.ts';
import { compileTemplate } from '../engine/expression/template.rules.ts';
import { isTrue } from '../engine/expression/values.rules.ts';
import type { Variables, VariableValue } from '../engine/state/rows.rules.ts';
import { startNewProcess } from '../command/start-process.server.ts';
import { newestDefinition } from '../store/definitions.server.ts';
import { refuse } from '../refusals.ts';
import { processBinding } from './process-binding.paper.ts';

type Stored = Readonly<Record<string, unknown>>;

const plain = (value: unknown): VariableValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

/** The fields of a row as expressions read them (numbers in a text count as numbers there), with days of work between its two ends, and its amount as money. */
async function factsOf(context: Context, paper: AnyPaper, row: Stored): Promise<Variables> {
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

const scopeOf = (context: Context, facts: Variables): ExpressionScope => ({
  read: (name) => (Object.hasOwn(facts, name) ? (facts[name] ?? null) : null),
  now: () => context.instant(),
  starterId: context.person.id,
  functions: { days: () => null, hasRole: () => false },
});

/** The first binding that is switched on and whose condition holds. */
async function bindingFor(
  context: Context,
  paper: AnyPaper,
  facts: Variables,
): Promise<Row<typeof processBinding> | undefined> {
  const bindings = await context.find(processBinding, { paperName: paper.name, enabled: true }, 100);
  const scope = scopeOf(context, facts);
  return bindings
    .toSorted((one, other) => Number(one.priority ?? 50) - Number(other.priority ?? 50))
    .find(({ condition }) => !condition || isTrue(compileTemplate(condition).evaluate(scope)));
}

/** The binding by which a row is judged, as it stands. */
export const bindingOf = async (
  context: Context,
  paper: AnyPaper,
  row: Stored,
): Promise<Row<typeof processBinding> | undefined> => bindingFor(context, paper, await factsOf(context, paper, row));

/** Starts the process that governs a row which asks to be judged; none where the company bound none. */
export async function beginGoverned(context: Context, paper: AnyPaper, row: Stored): Promise<void> {
  const facts = await factsOf(context, paper, row);
  const binding = await bindingFor(context, paper, facts);
  if (!binding) {
    if ((paper.lifecycle as Lifecycle).governed?.optional) throw refuse.notBound({ title: paper.title });
    return;
  }
  const definition = await newestDefinition(context.sql, context.tenantId, binding.processKey);
  if (!definition) throw refuse.noProcess({ key: binding.processKey });
  const scope = scopeOf(context, facts);
  const mapped = Object.fromEntries(
    (binding.variables ?? []).map(({ name, value }) => [name, compileTemplate(value).evaluate(scope)]),
  );
  const numbers = Object.fromEntries(['days', 'money'].flatMap((name) => (name in facts ? [[name, facts[name]]] : [])));
  await startNewProcess(context, {
    definitionId: definition.id,
    variables: { ...numbers, ...mapped },
    title: `${paper.title[0]} ${String(row[paper.caption] ?? '')}`.trim(),
    businessTable: paper.table,
    businessId: String(row.id),
  });
}
