import type { Assignment, AssignmentRule, TaskTimeout } from '../model/assignment.rules.ts';
import type { UserTaskPart } from '../model/compiled-process.rules.ts';
import type { ModdleElement } from './moddle-element.rules.ts';
import { jsonOf, listOf, type ReadContext } from './read-context.rules.ts';

/**
 * Return the assignment that the attributes of other products mean: a single assignee, or candidates of whom one claims
 * the task.
 */
function plainAssignment(task: ModdleElement, { extensions }: ReadContext): Assignment {
  const [assignee, users, groups] = ['assignee', 'candidateUsers', 'candidateGroups'].map((name) =>
    extensions.text(task, name),
  );
  if (assignee !== '') return { mode: 'single', by: [{ type: 'user', values: [assignee] }] };
  const by: AssignmentRule[] = [
    { type: 'user' as const, values: listOf(users) },
    { type: 'group' as const, values: listOf(groups) },
  ].filter(({ values }) => values.length > 0);
  return { mode: 'claim', by };
}

/** Return the extensions of a user task beyond BPMN, in any known namespace. */
export function readUserTask(task: ModdleElement, context: ReadContext): UserTaskPart {
  const { extensions } = context;
  const [formKey, dueDate, priority] = ['formKey', 'dueDate', 'priority'].map((name) => extensions.text(task, name));
  const buttons = listOf(extensions.text(task, 'buttons'));
  const timeout = jsonOf<TaskTimeout>(task, 'timeout', context);
  const fields = jsonOf<NonNullable<UserTaskPart['fields']>>(task, 'fields', context);
  const plain = plainAssignment(task, context);
  const copyTo = jsonOf<readonly AssignmentRule[]>(task, 'copyTo', context);
  return {
    assignment: jsonOf<Assignment>(task, 'assignment', context) ?? plain,
    ...(formKey && { formKey }),
    ...(dueDate && { dueDate }),
    ...(priority && { priority }),
    ...(timeout && { timeout }),
    ...(fields && { fields }),
    ...(buttons.length > 0 && { buttons }),
    ...(copyTo && { copyTo }),
  };
}
