import type { Assignment } from '../../model/assignment.rules.ts';
import type { ProcessNode } from '../../model/compiled-process.rules.ts';
import type { ExecutionRow } from '../../state/rows.rules.ts';
import type { Session } from '../session/session.rules.ts';

/** Return whether a node gives each of several people a separate task, and combines their decisions by its mode. */
export const isApproval = ({ userTask, loop }: ProcessNode): boolean =>
  userTask !== undefined && loop?.kind !== 'multi' && !['single', 'claim'].includes(userTask.assignment.mode);

/** Return whether a node runs several instances, at once or one after the other. */
export const isMulti = (node: ProcessNode): boolean => node.loop?.kind === 'multi' || isApproval(node);

export const isSequential = ({ loop, userTask }: ProcessNode): boolean =>
  loop?.kind === 'multi' ? loop.sequential : userTask?.assignment.mode === 'seq';

/** Return whether an execution is one of several instances of an activity. */
export const isInstanceOfMulti = (session: Session, execution: ExecutionRow): boolean =>
  session.parentOf(execution)?.kind === 'multi';

/** Return the combined decision of an approval; undefined while it is open. */
export function decisionOf(
  { mode, ratio = 1, reject }: Assignment,
  counts: { readonly total: number; readonly passed: number; readonly rejected: number },
): 'pass' | 'reject' | undefined {
  const { total, passed, rejected } = counts;
  if (mode === 'any') return passed > 0 ? 'pass' : rejected > 0 ? 'reject' : undefined;
  const share = mode === 'ratio' ? ratio : 1;
  // The small amount absorbs rounding of the product, which would require one more person.
  const needed = Math.ceil(share * total - 1e-9);
  if (rejected > 0 && (reject === 'veto' || mode === 'seq')) return 'reject';
  if (passed >= needed) return 'pass';
  return total - rejected < needed ? 'reject' : undefined;
}
