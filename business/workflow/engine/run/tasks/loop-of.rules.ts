import type { Assignment } from '../../model/assignment.rules.ts';
import type { ProcessNode } from '../../model/compiled-process.rules.ts';
import type { ExecutionRow } from '../../state/rows.rules.ts';
import type { Session } from '../session/session.rules.ts';

/** Whether each of several people gets a task of the own, and all decide by a policy. */
export const isApproval = ({ userTask, loop }: ProcessNode): boolean =>
  userTask !== undefined && loop?.kind !== 'multi' && !['single', 'claim'].includes(userTask.assignment.mode);

/** Whether a node runs several times side by side or one after the other. */
export const isMulti = (node: ProcessNode): boolean => node.loop?.kind === 'multi' || isApproval(node);

export const isSequential = ({ loop, userTask }: ProcessNode): boolean =>
  loop?.kind === 'multi' ? loop.sequential : userTask?.assignment.mode === 'seq';

/** Whether an execution is one of several instances. */
export const isInstanceOfMulti = (session: Session, execution: ExecutionRow): boolean =>
  session.parentOf(execution)?.kind === 'multi';

/** What an approval amounts to so far: decided, or not yet. */
export function decisionOf(
  { mode, ratio = 1, reject }: Assignment,
  counts: { readonly total: number; readonly passed: number; readonly rejected: number },
): 'pass' | 'reject' | undefined {
  const { total, passed, rejected } = counts;
  if (mode === 'any') return passed > 0 ? 'pass' : rejected > 0 ? 'reject' : undefined;
  const share = mode === 'ratio' ? ratio : 1;
  // A share of several people that is reckoned in binary must not ask for one more of them.
  const needed = Math.ceil(share * total - 1e-9);
  if (rejected > 0 && (reject === 'veto' || mode === 'seq')) return 'reject';
  if (passed >= needed) return 'pass';
  return total - rejected < needed ? 'reject' : undefined;
}
