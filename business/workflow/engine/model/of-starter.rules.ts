import type { Assignment, StarterPolicy } from './assignment.rules.ts';
import type { CompiledProcess } from './compiled-process.rules.ts';

/** Return the variables that hold the starter in expressions: those of start events, and the built-in `startUserId`. */
export const initiatorNames = ({ nodes }: Pick<CompiledProcess, 'nodes'>): readonly string[] => [
  'startUserId',
  ...Object.values(nodes).flatMap(({ initiatorVariable }) => initiatorVariable ?? []),
];

const namesOne = (text: string, names: readonly string[]): boolean =>
  text.includes('${') && (text.match(/[\p{L}_$][\p{L}\d_$]*/gu) ?? []).some((word) => names.includes(word));

/**
 * Return whether the model assigns a task to the starter: by the policy `self`, by a rule, or by an expression that
 * reads the starter.
 */
export const isOfStarter = ({ sameAsStarter, by }: Assignment, initiators: readonly string[]): boolean =>
  sameAsStarter === 'self' ||
  by.some(
    ({ type, values = [], field }) =>
      type === 'starter' ||
      (field !== undefined && initiators.includes(field)) ||
      values.some((text) => namesOne(text, initiators)),
  );

/**
 * Return the policy for a starter who would decide a task of the started process: that of the model, by default the
 * administrator.
 */
export const starterPolicyOf = (assignment: Assignment, initiators: readonly string[]): StarterPolicy =>
  isOfStarter(assignment, initiators) ? 'self' : (assignment.sameAsStarter ?? 'admin');
