import type { Label, LocalizedText } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { ALL_ROWS, type Stored, type Values } from '../rows/stored-row.ts';
import { type Act, type ActKind, type RefusedStep, frozen, runSteps } from './act.ts';
import type { Authority } from './authority.ts';
import type { FoundOf } from './found.ts';
import { ORDER } from './order.ts';
import type { DatabaseSession } from './session/database-session.ts';

/** Do an act: the steps of its kind, in their order. */
export function performAct<K extends ActKind>(session: DatabaseSession, act: Act<K>): Promise<FoundOf[K]> {
  const running = { session, act, perform: <N extends ActKind>(next: Act<N>) => performAct(session, next) };
  return runSteps<FoundOf[K]>(running, ORDER[act.kind], {} as FoundOf[K]);
}

/** Return the refusals of an act, step by step, without doing it: nothing is locked or written. */
export async function explainAct<K extends ActKind>(session: DatabaseSession, act: Act<K>): Promise<RefusedStep[]> {
  const refused: RefusedStep[] = [];
  const running = { session, act, refused, perform: <N extends ActKind>(next: Act<N>) => performAct(session, next) };
  await runSteps<FoundOf[K]>(running, ORDER[act.kind], {} as FoundOf[K]);
  return refused;
}

/**
 * Return the authority of the product: all rows, and no button needed. A decision of a process in this transaction
 * still counts.
 */
export const byProduct = ({ authority }: DatabaseSession): Authority => ({
  ...authority,
  by: 'product',
  scope: ALL_ROWS,
  role: authority.role === 'mandate' ? 'mandate' : 'alone',
});

/** Return the authority of the person who acts. Rows out of the scope are refused as missing. */
export const byPerson = (session: DatabaseSession, scope: readonly Term[] = ALL_ROWS): Authority => ({
  ...byProduct(session),
  by: 'person',
  scope,
});

/** Name of the act in the log, and the form of its input. */
interface Details {
  readonly name?: string;
  readonly label?: Label;
  readonly note?: LocalizedText;
  readonly isBody?: true;
  readonly isDraft?: boolean;
}

const withDetails = (
  { name, label, note, isBody, isDraft }: Details,
  otherwise: { readonly name: string; readonly label: Label },
): Pick<Act, 'name' | 'log' | 'isBody' | 'isDraft'> => ({
  name: name ?? otherwise.name,
  log: { label: label ?? otherwise.label, note },
  ...(isBody && { isBody }),
  ...(isDraft && { isDraft }),
});

/** Insert one row for each input. Several are written together. */
export async function insertRows(
  session: DatabaseSession,
  authority: Authority,
  paper: AnyPaper,
  input: readonly Readonly<Values>[],
  details: Details = {},
): Promise<readonly Stored[]> {
  const named = withDetails(details, { name: 'add', label: ['新增', 'Added'] });
  return (await performAct(session, frozen({ kind: 'insert', paper, ids: [], input, authority, ...named }))).after;
}

/** Insert one row. */
export const insertRow = async (
  session: DatabaseSession,
  authority: Authority,
  paper: AnyPaper,
  input: Readonly<Values>,
  details?: Details,
): Promise<Stored> => (await insertRows(session, authority, paper, [input], details))[0];

/** Change a row. If no value differs, nothing is written. */
export async function updateRow(
  session: DatabaseSession,
  authority: Authority,
  paper: AnyPaper,
  id: string,
  input: Readonly<Values>,
  details: Details = {},
): Promise<Stored> {
  const named = withDetails(details, { name: 'edit', label: ['修改', 'Changed'] });
  return (await performAct(session, frozen({ kind: 'update', paper, ids: [id], input: [input], authority, ...named })))
    .after;
}

/** Return the act of a verb on rows. */
export function verbAct(
  authority: Authority,
  paper: AnyPaper,
  ids: readonly string[],
  name: string,
  input: Readonly<Values>,
): Act<'verb'> {
  const log = { label: paper.lifecycle?.actions[name]?.label ?? [name, name] } as const;
  return frozen({ kind: 'verb', paper, ids, input: [input], name, log, authority });
}

/** Do a verb to one or several rows as one act. Return the rows in the order of the ids. */
export async function actOnRows(
  session: DatabaseSession,
  authority: Authority,
  paper: AnyPaper,
  ids: readonly string[],
  name: string,
  input: Readonly<Values>,
): Promise<readonly Stored[]> {
  return (await performAct(session, verbAct(authority, paper, ids, name, input))).after;
}

/** Move a paper as the product; null where it is not in a state from which such a move begins. */
export async function moveByProduct(
  session: DatabaseSession,
  paper: AnyPaper,
  id: string,
  { to, why, values }: { readonly to: string; readonly why: string; readonly values: Readonly<Values> },
): Promise<Stored | null> {
  const log = { label: [why, why] } as const;
  const authority = byProduct(session);
  const act = frozen({ kind: 'move', paper, ids: [id], input: [values], name: why, to, log, authority });
  return (await performAct(session, act)).after[0] ?? null;
}

/**
 * Remove rows in few statements. Return the rows that stay, each with its refusal. `input`: for each id the `version`
 * that the row must have.
 */
export async function removeStoredRows(
  session: DatabaseSession,
  authority: Authority,
  paper: AnyPaper,
  ids: readonly string[],
  details: Details & { readonly input?: Act['input'] } = {},
): Promise<ReadonlyMap<string, Refusal>> {
  const named = withDetails(details, { name: 'remove', label: ['删除', 'Removed'] });
  const { input = [] } = details;
  return (await performAct(session, frozen({ kind: 'remove', paper, ids, input, authority, ...named }))).refused;
}

/** Remove one row, or throw the refusal. */
export async function removeRow(
  session: DatabaseSession,
  authority: Authority,
  paper: AnyPaper,
  id: string,
): Promise<void> {
  for (const why of (await removeStoredRows(session, authority, paper, [id])).values()) throw why;
}

/** Restore a removed row, with the lines that were removed with it. */
export async function restoreRow(
  session: DatabaseSession,
  authority: Authority,
  paper: AnyPaper,
  id: string,
): Promise<Stored> {
  const log = { label: ['恢复', 'Restored'] } as const;
  const act = frozen({ kind: 'restore', paper, ids: [id], input: [], name: 'restore', log, authority });
  return (await performAct(session, act)).after;
}

/** Write earlier values back into a row. `input` has the values, and the `version` that the row must have. */
export async function revertRow(
  session: DatabaseSession,
  authority: Authority,
  paper: AnyPaper,
  id: string,
  input: Readonly<Values>,
  { name, label }: { readonly name: string; readonly label: Label },
): Promise<Stored> {
  const act = frozen({ kind: 'revert', paper, ids: [id], input: [input], name, log: { label }, authority });
  return (await performAct(session, act)).after;
}

/** Return the reasons for which acts of a kind may be refused, in the order of their steps. */
export const refusalsOf = (kind: ActKind): readonly string[] => [
  ...new Set(
    ORDER[kind].flatMap(({ refuses = [], steps = [] }) => [...refuses, ...steps.flatMap((one) => one.refuses ?? [])]),
  ),
];
