import type { Field } from '#kernel/language/field.ts';
import { storedText } from '#kernel/language/label.ts';
import { must, mustFind } from '#kernel/language/must.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { type Context, type Reading, isProvided } from '#kernel/server';
import { variablesAfterChange } from '../../bindings/begin-governed.server.ts';
import { type AmendedRow, processBusinesses } from '../../command/business.server.ts';
import type { ProcessNode } from '../../engine/model/compiled-process.rules.ts';
import { editableFields } from '../../engine/model/field-rights.rules.ts';
import type { InstanceRow, Variables } from '../../engine/state/rows.rules.ts';
import { refuse } from '../../refusals.ts';
import { processDefinitionOf } from '../../store/definitions.server.ts';
import { writeAction } from '../../store/write-action.server.ts';
import type { HeldTask } from '../../store/load-tree.server.ts';

/**
 * Changes of the paper by the handler of a task. `version`: the version of the row that the handler read; null: not
 * checked.
 */
export interface PaperChanges {
  readonly values: Readonly<Record<string, unknown>>;
  readonly version: number | null;
}

/** Return how variables follow a change of the paper's row; undefined if handlers may not edit this paper. */
function followerOf(
  reading: Reading,
  paper: AnyPaper,
): ((context: Context, instance: InstanceRow, change: AmendedRow) => Promise<Variables>) | undefined {
  if (paper.lifecycle?.governed)
    return (context, instance, change) => variablesAfterChange(context, paper, instance, change);
  const business = reading.contributions(processBusinesses).find((one) => one.table === paper.table);
  return business?.amended && ((context, _, change) => must(business.amended, 'amended')(context, change));
}

/** Return the paper of an instance if handlers may edit it. Its fields are then sent as changes, never as variables. */
export function paperOfCase(
  reading: Reading,
  { businessTable }: Pick<InstanceRow, 'businessTable'>,
): AnyPaper | undefined {
  const paper = reading.rooms.flatMap((room) => room.papers).find((one) => one.table === businessTable);
  return paper && followerOf(reading, paper) ? paper : undefined;
}

/** Return the fields of a paper that a node lets the caller edit: those that people set and the caller may see. */
export function leftTo(reading: Reading, paper: AnyPaper, node: ProcessNode | undefined): string[] {
  if (!followerOf(reading, paper)) return [];
  const { fields } = visibleTo(reading.person, paper) as { fields: Readonly<Record<string, Field | undefined>> };
  return editableFields(node).filter((name) => fields[name] && isProvided(fields[name]));
}

/**
 * Write changes of a handler to the fields that the node lets them edit. Return the variables that follow. The caller
 * has locked the tree, because an instance is locked before its paper.
 */
export async function amendByTask(
  context: Context,
  { tree, task }: HeldTask,
  { values, version }: PaperChanges,
): Promise<Variables> {
  if (Object.keys(values).length === 0) return {};
  const instance = mustFind(tree.instances, (one) => one.id === task.instanceId);
  const paper = context.rooms.flatMap((room) => room.papers).find((one) => one.table === instance.businessTable) as
    AnyPaper | undefined;
  const follow = paper && followerOf(context, paper);
  if (!paper || !follow || !instance.businessId) throw refuse.nothingToChange();
  const { process } = await processDefinitionOf(context.sql, context.tenantId, task.definitionId);
  const before = (await context.get(paper, instance.businessId)) as AmendedRow['before'];
  const row = (await context.amend(
    paper,
    instance.businessId,
    { ...values, version },
    {
      fields: editableFields(process.nodes[task.nodeId]),
      label: ['审批时修改', 'Changed while judged'],
      note: [`审批任务“${task.name}”，${instance.title}`, `Task “${task.name}”, ${instance.title}`],
    },
  )) as AmendedRow['row'];
  const changed = Object.keys(values).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(row[name]));
  if (!changed.length) return {};
  const labels = changed.map((name) => paper.fields[name].label);
  await writeAction(context, {
    instanceId: instance.id,
    taskId: task.id,
    action: 'amend',
    comment: storedText([labels.map((one) => one[0]).join('、'), labels.map((one) => one[1]).join(', ')]),
  });
  return follow(context, instance, { before, row });
}
