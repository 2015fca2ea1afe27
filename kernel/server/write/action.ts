import type { Context } from '../context.ts';
import { isEmpty } from '#kernel/fields/kind.ts';
import type { Label, LocalizedText } from '#kernel/language/label.ts';
import { type Action, type Lifecycle, type Track, stateFieldOf, statesOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, columnOf, isDocument, lifeOf } from '#kernel/language/paper.ts';
import type { Term } from '#kernel/language/permission.ts';
import { lifecycleRefusals as refuse, row as refuseRow } from '../refusals.ts';
import { checkPointers, readInput, refuseProblems } from './check.ts';
import { writeLog } from './log.ts';
import { assertForOneself } from '../rows/for-oneself.ts';
import { assertNotOwn } from '../rows/own/own-work.ts';
import { assertUndoable } from '../rows/own/undo.ts';
import { assertOnce } from './uniqueness/once.ts';
import { lockParents, readStored, updateColumns } from './stored.ts';
import type { Stored } from '../rows/stored-row.ts';
import type { DatabaseSession } from './session/database-session.ts';

/** An action asked for: of what, which, with what, on whose rows. */
interface Asking {
  readonly paper: AnyPaper;
  readonly action: string;
  readonly input: Readonly<Stored>;
  readonly where: readonly Term[];
  /** A person asks for it, not an effect of another act. */ readonly byHand?: true;
}

/** The same, for one row. */
export interface Doing extends Asking {
  readonly id: string;
}

const stateLabel = ({ states }: { states: Lifecycle['states'] }, state: string): Label => {
  const item = states.items[state];
  return item ? [item[0], item[1]] : [state, state];
};

/** How long a repeat without a key counts as done. */
const REPEAT_SECONDS = 60;

/** Did the same person just do the same? Then a second press (or a lost answer) is a success without effect. */
async function isRepeat(tx: DatabaseSession, paper: AnyPaper, row: Stored, action: string): Promise<boolean> {
  const log = tx.app.ownPapers.actionLog;
  const values = [tx.tenantId, row.id, tx.person.id, action, tx.now()];
  const within = `$5::timestamptz - interval '${REPEAT_SECONDS} seconds'`;
  const found =
    isDocument(paper) && log
      ? await tx.sql.query(
          `select 1 from (select operator_id, action, operate_time from ${log.table} where tenant_id = $1 and biz_id = $2 order by id desc limit 1) l where operator_id = $3 and action = $4 and operate_time >= ${within}`,
          values,
        )
      : await tx.sql.query(
          `select 1 from (select person_id, action, at from anju_audit where tenant_id = $1 and paper = $6 and row_id = $2 order by id desc limit 1) l where person_id = $3 and action = $4 and at >= ${within}`,
          [...values, paper.name],
        );
  return found.length > 0;
}

function assertNeeds(paper: AnyPaper, action: Action, row: Stored): void {
  const open = (action.needs ?? []).filter((name) => isEmpty(row[name]));
  if (open.length === 0) return;
  const labels = open.map((name) => paper.fields[name].label);
  const words: Label = [labels.map((label) => label[0]).join('、'), labels.map((label) => label[1]).join(', ')];
  throw refuse.needs(
    { action: action.label, labels: words },
    {
      fields: open.map((name, at) => ({ field: name, words: [`请填写${labels[at][0]}`, `Fill in ${labels[at][1]}`] })),
    },
  );
}

/** Lines without which a paper is unfinished. */
async function assertLines(tx: DatabaseSession, paper: AnyPaper, action: Action, row: Stored): Promise<void> {
  const needed = (Object.values(paper.lines ?? {}) as { paper: string; parent: string; needed?: boolean }[]).filter(
    (line) => line.needed,
  );
  for (const line of needed) {
    const child = tx.paper(line.paper);
    const found = await tx.sql.query(
      `select 1 from ${child.table} where tenant_id = $1 and ${columnOf(line.parent)} = $2 and is_deleted = 0 limit 1`,
      [tx.tenantId, row.id],
    );
    if (!found.length) throw refuse.needs({ action: action.label, labels: child.title });
  }
}

function actionOf({ paper, action: name }: Asking): { life: Lifecycle; action: Action } {
  const life = paper.lifecycle;
  if (!life || !Object.hasOwn(life.actions, name)) throw refuse.unknownAction();
  return { life, action: life.actions[name] };
}

async function askedOf(tx: DatabaseSession, action: Action, given: Readonly<Stored>): Promise<Stored> {
  if (!action.asks) return {};
  const input = readInput(action.asks, given);
  refuseProblems(await checkPointers(tx, { fields: action.asks }, input, null));
  return input;
}

interface Standing {
  readonly before: Stored;
  /** The same person just did it. */ readonly isDone: boolean;
}

/** The locked row, standing where the action begins; or a refusal. */
async function begin(
  tx: DatabaseSession,
  { paper, action: name, where }: Asking,
  action: Action,
  on: { field: string; states: Lifecycle['states'] },
  id: string,
): Promise<Standing> {
  const before = await readStored(tx, paper, id, { lock: 'change', where });
  if (!before) throw refuseRow.missing({ title: paper.title });
  const state = String(before[on.field]);
  if ((action.from as readonly string[]).includes(state)) return { before, isDone: false };
  if (state === action.to && (await isRepeat(tx, paper, before, name))) return { before, isDone: true };
  throw refuse.notFromHere({ state: stateLabel(on, state), action: action.label });
}

type Effects = {
  actions?: Record<string, (context: Context, row: Stored, input: Stored) => Promise<Stored | void>>;
  together?: Record<
    string,
    (context: Context, rows: readonly Stored[], input: Stored) => Promise<ReadonlyMap<string, Stored>>
  >;
};

type First = (context: Context, ids: readonly string[], input: Readonly<Stored>) => Promise<void>;

const firstOf = (tx: DatabaseSession, { paper, action }: Asking): First | undefined =>
  (tx.app.behaviours.get(paper.name) as { first?: Record<string, First> } | undefined)?.first?.[action];

/** What the behaviour does, and what it writes into each row besides. */
async function effectsOf(
  tx: DatabaseSession,
  { paper, action: name }: Asking,
  rows: readonly Stored[],
  input: Stored,
): Promise<ReadonlyMap<string, Stored>> {
  const behaviour = tx.app.behaviours.get(paper.name) as Effects | undefined;
  if (behaviour?.together?.[name]) return behaviour.together[name](tx.context, rows, input);
  const out = new Map<string, Stored>();
  for (const row of rows) out.set(String(row.id), { ...(await behaviour?.actions?.[name]?.(tx.context, row, input)) });
  return out;
}

const byId = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);

/**
 * One business verb on one row, or on several as one act: state, needs and input are checked, its effects done, the new state written
 * under a guard in SQL, all in the transaction of the caller. Two who do it at once: the second waits for the row, then finds it moved
 * and is told.
 */
export async function actOnRows(tx: DatabaseSession, asking: Asking, ids: readonly string[]): Promise<Stored[]> {
  const { paper } = asking;
  const { life, action } = actionOf(asking);
  const on = { field: stateFieldOf(life, action), states: action.states ?? life.states };
  const standing = new Map<string, Standing>();
  // What stands above all of them first, then they themselves in one order: two who take the same rows never wait for each other.
  await firstOf(tx, asking)?.(tx.context, ids, asking.input);
  await lockParents(tx, paper, ids);
  for (const id of [...ids].sort(byId)) standing.set(id, await begin(tx, asking, action, on, id));
  const rows = ids.map((id) => standing.get(id)!.before);
  const done = [...standing.values()].filter((one) => one.isDone);
  if (done.length === ids.length) return rows;
  if (done.length) throw refuse.notFromHere({ state: stateLabel(on, action.to), action: action.label });
  const input = await askedOf(tx, action, asking.input);
  await assertUndoable(tx, paper, action, rows);
  for (const row of rows) {
    // Whoever judges does so to others by nature.
    if (asking.byHand && !action.judges) assertForOneself(tx, paper, row);
    await assertNotOwn(tx, paper, action.judges, row);
    assertNeeds(paper, action, { ...row, ...input });
    await assertLines(tx, paper, action, row);
  }
  const effects = await effectsOf(tx, asking, rows, input);
  const after: Stored[] = [];
  for (const before of rows) {
    const values = effects.get(String(before.id)) ?? {};
    after.push(
      await step(tx, {
        paper,
        field: on.field,
        before,
        from: action.from,
        to: (values[on.field] as string | undefined) ?? action.to,
        values,
        name: asking.action,
        label: action.label,
        remark: remarkOf(tx, input),
      }),
    );
  }
  return after;
}

/** One business verb on one row. */
export const act = async (tx: DatabaseSession, doing: Doing): Promise<Stored> =>
  (await actOnRows(tx, doing, [doing.id]))[0];

const reasonIn = (input: Stored): string | null =>
  (['reason', 'handleResult', 'note'].map((name) => input[name]).find((one) => typeof one === 'string') as
    string | undefined) ?? null;

/** What the log keeps beside the act: what was said about it, and why somebody stood in for others. */
function remarkOf(tx: DatabaseSession, input: Stored): LocalizedText | null {
  const said = reasonIn(input);
  const why = tx.onBehalfOf;
  if (!why || why === said) return said;
  return [
    [said, `代办：${why}`].filter(Boolean).join('；'),
    [said, `Done in the stead of others: ${why}`].filter(Boolean).join('; '),
  ];
}

interface Step {
  paper: AnyPaper;
  field: string;
  before: Stored;
  from: readonly string[];
  to: string;
  values: Stored;
  name: string;
  label: Label;
  remark: LocalizedText | null;
}

async function step(
  tx: DatabaseSession,
  { paper, field, before, from, to, values, name, label, remark }: Step,
): Promise<Stored> {
  // Effects may have touched the row itself (a mirror): the guard stands on what is there now.
  const current = (await readStored(tx, paper, String(before.id))) ?? before;
  const all = { ...values, [field]: to };
  await assertOnce(tx, paper, { ...current, ...all }, current);
  if (!(await updateColumns(tx, paper, current, all, { field, from }))) throw refuseRow.changed();
  const row = {
    ...current,
    ...all,
    version: Number(current.version) + 1,
    updateTime: tx.now(),
    updateUser: tx.person.id,
  };
  // What the effects did to the row has entries of its own: this one begins where they ended.
  await writeLog(tx, { paper, row, before: current, action: name, label, remark, state: field });
  await tx.emit(`${paper.name}.${name}`, { id: before.id, from: before[field], to });
  tx.changed(paper, row, name);
  await tx.app.behaviours
    .get(paper.name)
    ?.moved?.(tx.context, { by: name, before: before as never, row: row as never });
  const { governed } = lifeOf(paper);
  if (governed?.optional && name === governed.start && !tx.app.gate) throw refuse.unknownAction();
  if (governed && !tx.isMandated) await tx.app.gate?.after(tx.context, { paper, by: name, before, row });
  return row;
}

/** A move of the product itself; null when the paper does not stand where such a move begins. */
export async function move(
  tx: DatabaseSession,
  { paper, id, to, why, values }: { paper: AnyPaper; id: string; to: string; why: string; values: Stored },
): Promise<Stored | null> {
  const life = lifeOf(paper);
  const before = await readStored(tx, paper, id, { lock: 'change' });
  if (!before) throw refuseRow.missing({ title: paper.title });
  const on = statesOf(life).find((one: Track) =>
    one.moves.some((way) => way[0] === String(before[one.field]) && way[1] === to && way[2] === why),
  );
  if (!on) return null;
  return await step(tx, {
    paper,
    field: on.field,
    before,
    from: [String(before[on.field])],
    to,
    values,
    name: why,
    label: stateLabel(on, to),
    remark: null,
  });
}
