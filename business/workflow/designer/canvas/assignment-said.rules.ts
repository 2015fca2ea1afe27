import type { Assignment, AssignmentRule } from '../../engine/model/assignment.rules.ts';
import { jsonSaidBy, saidBy } from './element-values.rules.ts';
import type { BusinessObject } from './modeler-parts.rules.ts';

const listOf = (text: string): string[] =>
  text
    .split(/,(?![^{},]{0,500}\})/)
    .map((one) => one.trim())
    .filter(Boolean);

/**
 * Return the assignment of a task: its own attribute, otherwise the equivalent of `assignee` and the candidate
 * attributes that other products use.
 */
export function assignmentSaidBy(element: BusinessObject): Assignment {
  const own = jsonSaidBy<Assignment | null>(element, 'assignment', null);
  if (own) return { ...own, by: Array.isArray(own.by) ? own.by : [] };
  const assignee = saidBy(element, 'assignee');
  if (assignee) return { mode: 'single', by: [{ type: 'user', values: [assignee] }] };
  const by: AssignmentRule[] = [
    { type: 'user' as const, values: listOf(saidBy(element, 'candidateUsers')) },
    { type: 'group' as const, values: listOf(saidBy(element, 'candidateGroups')) },
  ].filter(({ values }) => values.length > 0);
  return { mode: by.length ? 'claim' : 'single', by };
}

/** Attributes of other products that are removed when an assignment is set. */
export const PLAIN_ASSIGNMENT = ['assignee', 'candidateUsers', 'candidateGroups'] as const;
