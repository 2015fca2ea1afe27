import { isId } from '#kernel/fields/ref/ref.ts';
import type { AnswerOf } from '#kernel/language/calls/shape.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Reading, shownByTask } from '#kernel/server';
import type { CompiledProcess, ProcessNode } from '../../engine/model/compiled-process.rules.ts';
import { hiddenFields } from '../../engine/model/field-rights.rules.ts';
import type { ProcessCase } from '../case.server.ts';
import { processBinding } from '../../bindings/process-binding.paper.ts';
import { compileTemplate } from '../../engine/expression/template.rules.ts';
import { leftTo } from './amend-paper.server.ts';
import { nodesOfReader } from '../sight.server.ts';
import type { taskDetail } from '../work.calls.ts';

/** Maximal number of lines of each kind in an instance. */
const MAX_LINES = 200;

type PaperPart = Pick<AnswerOf<typeof taskDetail>, 'paper' | 'row' | 'lines'>;

/**
 * Return the fields of the paper that the reader of an instance may not see: those hidden by the node of the present
 * task. For a reader with access only by tasks, add the fields that all of their nodes hide.
 */
export async function fieldsHiddenFrom(
  reading: Reading,
  { nodes }: CompiledProcess,
  processInstanceId: string,
  nodeId: string | null,
): Promise<ReadonlySet<string>> {
  if (Object.values(nodes).every((node) => hiddenFields(node).length === 0)) return new Set();
  const own = nodeId ? hiddenFields(nodes[nodeId]) : [];
  const called = await nodesOfReader(reading, processInstanceId);
  const [first, ...others] = (called ?? []).map((one) => new Set(hiddenFields(nodes[one])));
  const everywhere = others.reduce((all, one) => all.intersection(one), first ?? new Set<string>());
  return everywhere.union(new Set(own));
}

/** Fields from which `rowFactsOf` computes the numbers of a row. */
const COUNTED_FROM: Readonly<Record<string, readonly string[]>> = {
  days: ['startTime', 'endTime'],
  money: ['amount', 'totalAmount'],
};

/** Return whether an expression reads one of these fields. One that cannot be parsed counts as reading them. */
function readsAny(text: string, fields: ReadonlySet<string>): boolean {
  try {
    return !compileTemplate(text).names.isDisjointFrom(fields);
  } catch {
    return true;
  }
}

/**
 * Return hidden fields, with the names of all variables that would reveal them: those mapped by bindings, and the
 * computed numbers.
 */
export async function hiddenNames(
  reading: Reading,
  { businessTable, processDefinitionKey }: Pick<ProcessCase, 'businessTable' | 'processDefinitionKey'>,
  fields: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const paper = reading.rooms
    .flatMap((room): readonly AnyPaper[] => room.papers)
    .find((one) => one.table === businessTable);
  if (!fields.size || !paper) return fields;
  const counted = Object.keys(COUNTED_FROM).filter((name) => COUNTED_FROM[name].some((one) => fields.has(one)));
  const closed = new Set([...fields, ...counted]);
  const bindings = await reading.find(
    processBinding,
    { paperName: paper.name, processKey: processDefinitionKey },
    { limit: 100 },
  );
  const mapped = bindings
    .flatMap((one) => one.variables ?? [])
    .filter(({ value }) => readsAny(value, closed))
    .map(({ name }) => name);
  return new Set([...closed, ...mapped]);
}

/** Return the rights on fields at a node. Fields that the caller may not write are read-only. */
export function rightsOfFields(
  reading: Reading,
  node: ProcessNode | undefined,
  businessTable: string,
): Readonly<Record<string, string>> {
  const fields = node?.userTask?.fields ?? {};
  const paper = reading.rooms
    .flatMap((room): readonly AnyPaper[] => room.papers)
    .find((one) => one.table === businessTable);
  if (!paper) return fields;
  const left = new Set(leftTo(reading, paper, node));
  return Object.fromEntries(
    Object.entries(fields).map(([name, right]) => [name, right === 'edit' && !left.has(name) ? 'read' : right]),
  );
}

/** Return the paper of an instance, with the row and lines that the holder of a task may read. */
export async function paperRowOf(
  reading: Reading,
  { businessTable, businessId }: ProcessCase,
  hidden: ReadonlySet<string>,
): Promise<PaperPart> {
  const papers = reading.rooms.flatMap((room): readonly AnyPaper[] => room.papers);
  const paper = papers.find((one) => one.table === businessTable);
  if (!paper || !isId(businessId)) return { paper: '', row: null, lines: {} };
  const [row] = await reading
    .visible(paper, { query: { id: businessId }, partOf: shownByTask(businessId) })
    .words({ first: 1 });
  if (!row) return { paper: paper.name, row: null, lines: {} };
  const shown = Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name)));
  const lines: Record<string, PaperPart['lines'][string]> = {};
  for (const [name, line] of Object.entries(paper.lines ?? {})) {
    const child = papers.find((one) => one.name === line.paper);
    if (child && !hidden.has(name))
      lines[name] = (await reading
        .visible(child, { query: { [`${line.parent}_equal`]: businessId }, partOf: shownByTask(businessId) })
        .words({ limit: MAX_LINES })) as PaperPart['lines'][string];
  }
  return { paper: paper.name, row: { ...shown, _names: without(row._names, hidden) } as PaperPart['row'], lines };
}

const without = (names: unknown, hidden: ReadonlySet<string>): object =>
  Object.fromEntries(Object.entries((names as object | undefined) ?? {}).filter(([name]) => !hidden.has(name)));
