import type { Assignment, StarterPolicy } from './assignment.rules.ts';
import type { CompiledProcess } from './compiled-process.rules.ts';

/** Names by which expressions reach whoever started: the variables of start events, and the fact of the engine. */
export const initiatorNames = ({ nodes }: Pick<CompiledProcess, 'nodes'>): readonly string[] => [
  'startUserId',
  ...Object.values(nodes).flatMap(({ initiatorVariable }) => initiatorVariable ?? []),
];

const namesOne = (text: string, names: readonly string[]): boolean =>
  text.includes('${') && (text.match(/[\p{L}_$][\p{L}\d_$]*/gu) ?? []).some((word) => names.includes(word));

/** Does the model assign a task to whoever started its case: by `self`, by its rule, or by an expression that names the initiator? */
export const isOfStarter = ({ sameAsStarter, by }: Assignment, initiators: readonly string[]): boolean =>
  sameAsStarter === 'self' ||
  by.some(
    ({ type, values = [], field }) =>
      type === 'starter' ||
      (field !== undefined && initiators.includes(field)) ||
      values.some((text) => namesOne(text, initiators)),
  );

/** Who decides where the starter would judge the own case: as the model says, else the administrator. */
export const starterPolicyOf = (assignment: Assignment, initiators: readonly string[]): StarterPolicy =>
  isOfStarter(assignment, initiators) ? 'self' : (assignment.sameAsStarter ?? 'admin');
