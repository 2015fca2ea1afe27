import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import { type Stored, type Values, ALL_ROWS } from '../rows/stored-row.ts';
import { type Act, type ActKind, type Authority, type Step, frozen, runSteps } from './act.ts';
import type { FoundOf } from './found.ts';
import { ORDER } from './order.ts';
import type { DatabaseSession } from './session/database-session.ts';

/** Do an act: the steps of its kind, in their order. */
export function perform<K extends ActKind>(session: DatabaseSession, act: Act<K>): Promise<FoundOf[K]> {
  const running = { session, act, perform: <N extends ActKind>(next: Act<N>) => perform(session, next) };
  const steps = (ORDER as Readonly<Partial<Record<ActKind, readonly unknown[]>>>)[act.kind] as readonly Step<FoundOf[K]>[];
  return runSteps(running, steps, {} as FoundOf[K]);
}

/** The authority of the transaction. */
const authorityOf = (
  session: DatabaseSession,
  by: Authority['by'],
  scope: readonly Term[] = ALL_ROWS,
): Authority => ({
  by,
  scope,
  role: session.isMandated ? 'mandate' : 'alone',
  keeps: !session.isTrial,
  standing: session.standing,
});

/** A verb that is asked for: of rows of a paper, with an input, in a scope. */
export interface VerbRequest {
  readonly paper: AnyPaper;
  readonly action: string;
  readonly input: Readonly<Values>;
  readonly where: readonly Term[];
  /** A person asks for it, not an effect of another act. */ readonly byHand?: true;
}

/** Do a verb to one or several rows as one act. Answer the rows in the order of the ids. */
export async function actOnRows(
  session: DatabaseSession,
  { paper, action, input, where, byHand }: VerbRequest,
  ids: readonly string[],
): Promise<readonly Stored[]> {
  const label = paper.lifecycle?.actions[action]?.label ?? [action, action];
  const authority = authorityOf(session, byHand ? 'person' : 'product', where);
  const act = frozen({ kind: 'verb', paper, ids, input: [input], name: action, log: { label }, authority });
  return (await perform(session, act)).after;
}

/** Do a verb to one row. */
export const act = async (
  session: DatabaseSession,
  { id, ...request }: VerbRequest & { readonly id: string },
): Promise<Stored> => (await actOnRows(session, request, [id]))[0];

/** Move a paper as the product itself; null where it is not in a state from which such a move begins. */
export async function move(
  session: DatabaseSession,
  { paper, id, to, why, values }: { paper: AnyPaper; id: string; to: string; why: string; values: Values },
): Promise<Stored | null> {
  const log = { label: [why, why] } as const;
  const authority = authorityOf(session, 'product');
  const act = frozen({ kind: 'move', paper, ids: [id], input: [values], name: why, to, log, authority });
  return (await perform(session, act)).after[0] ?? null;
}
