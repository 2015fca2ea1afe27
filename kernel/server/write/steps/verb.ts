import { isEmpty } from '#kernel/fields/kind.ts';
import type { Label } from '#kernel/language/label.ts';
import { type Action, type Track, endingsOf, stateFieldOf, statesOf } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, columnOf, isDocument, lifeOf } from '#kernel/language/paper.ts';
import { lifecycleRefusals as refuse } from '../../refusals.ts';
import { assertForOneself } from '../../rows/for-oneself.ts';
import { assertNotOwn } from '../../rows/own/own-work.ts';
import { assertUndoable } from '../../rows/own/undo.ts';
import { type Stored, compareIds } from '../../rows/stored-row.ts';
import { type ActStep, isSingle, runSteps } from '../act.ts';
import { checkPointers } from '../checks/pointers.ts';
import type { InsertFound, MovedRow, Transitions, VerbFound, WrittenState } from '../found.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { readInput, refuseProblems } from './values.ts';

/** Seconds within which a repeat without an `Idempotency-Key` counts as done. */
const REPEAT_SECONDS = 60;

const stateLabel = ({ states }: WrittenState, state: string): Label => {
  const item = states.items[state];
  return item ? [item[0], item[1]] : [state, state];
};

/**
 * Did the same person do the same verb to the row just before? Then a repeat, after a double click or a lost answer,
 * succeeds without effect.
 */
async function isRepeat(session: DatabaseSession, paper: AnyPaper, row: Stored, action: string): Promise<boolean> {
  const log = session.app.ownPapers.actionLog;
  const values = [session.tenantId, row.id, session.person.id, action, session.now()];
  const within = `$5::timestamptz - interval '${REPEAT_SECONDS} seconds'`;
  const found =
    isDocument(paper) && log
      ? await session.sql.query(
          `select 1 from (select operator_id, action, operate_time from ${log.table} where tenant_id = $1 and biz_id = $2 order by id desc limit 1) l where operator_id = $3 and action = $4 and operate_time >= ${within}`,
          values,
        )
      : await session.sql.query(
          `select 1 from (select person_id, action, at from anju_audit where tenant_id = $1 and paper = $6 and row_id = $2 order by id desc limit 1) l where person_id = $3 and action = $4 and at >= ${within}`,
          [...values, paper.name],
        );
  return found.length > 0;
}

/** Find the verb in the lifecycle of the paper. */
export const findVerb: ActStep<VerbFound> = {
  name: 'findVerb',
  kind: 'check',
  refuses: ['lifecycle.unknownAction'],
  isNeeded: true,
  run({ act: { paper, name } }) {
    const { lifecycle } = paper;
    if (!lifecycle || !Object.hasOwn(lifecycle.actions, name)) throw refuse.unknownAction();
    const action = lifecycle.actions[name];
    return {
      lifecycle,
      action,
      state: { field: stateFieldOf(lifecycle, action), states: action.states ?? lifecycle.states },
    };
  },
};

/**
 * Refuse rows in a state from which the verb does not begin. If the same person just did it to all rows, end the act as
 * done.
 */
export const standsInFrom: ActStep<VerbFound> = {
  name: 'standsInFrom',
  kind: 'check',
  refuses: ['lifecycle.notFromHere'],
  async run({ session, act: { paper, name }, refused }, { action, state, before }) {
    const moved: Stored[] = [];
    // Check by id, so that the order of the sent ids does not change the refusal.
    for (const row of before.toSorted((one, other) => compareIds(one.id, other.id))) {
      const now = String(row[state.field]);
      if (action.from.includes(now)) continue;
      if (!endingsOf(action).includes(now) || refused || !(await isRepeat(session, paper, row, name)))
        throw refuse.notFromHere({ state: stateLabel(state, now), action: action.label });
      moved.push(row);
    }
    if (!moved.length) return;
    if (moved.length < before.length)
      throw refuse.notFromHere({
        state: stateLabel(state, String(moved[0][state.field])),
        action: action.label,
      });
    return { after: before, isDone: true };
  },
};

/** Read the values that the verb requests, and check their references. */
export const readAsked: ActStep<VerbFound> = {
  name: 'readAsked',
  kind: 'check',
  refuses: ['row.invalid'],
  async run({ session, act, refused }, { action, before }) {
    if (!action.asks || refused) return { input: {} };
    const [row, ...others] = before;
    const of = row && others.length === 0 ? { fields: act.paper.fields, row } : undefined;
    const input = readInput(action.asks, act.input[0], of);
    refuseProblems(await checkPointers(session, { fields: action.asks }, input, null));
    return { input };
  },
};

/** Refuse to undo acts of others, to act on rows about other people (`self` of the paper), and to judge own work. */
export const segregation: ActStep<VerbFound> = {
  name: 'segregation',
  kind: 'check',
  refuses: ['lifecycle.undoEnded', 'row.notForOthers', 'lifecycle.ownWork'],
  async run({ session, act: { paper, authority } }, { action, before }) {
    await assertUndoable(session, paper, action, before);
    for (const row of before) {
      // A verdict is about the work of other people, so the check for own rows does not apply.
      if (authority.by === 'person' && !action.judges) assertForOneself(session, paper, row);
      await assertNotOwn(session, paper, action.judges, row);
    }
  },
};

/** Refuse rows in which a field that the verb needs is empty. */
export const needs: ActStep<VerbFound> = {
  name: 'needs',
  kind: 'check',
  refuses: ['lifecycle.needs'],
  run({ act: { paper }, refused }, { action, before, input }) {
    for (const row of before) {
      const open = (action.needs ?? []).filter(
        (name) => isEmpty({ ...row, ...input }[name]) && !(refused && action.asks?.[name]),
      );
      if (!open.length) continue;
      const labels = open.map((name) => paper.fields[name].label);
      throw refuse.needs(
        {
          action: action.label,
          labels: [labels.map((label) => label[0]).join('、'), labels.map((label) => label[1]).join(', ')],
        },
        {
          fields: open.map((field, at) => ({
            field,
            words: [`请填写${labels[at][0]}`, `Fill in ${labels[at][1]}`],
          })),
        },
      );
    }
  },
};

/** Refuse a row without lines that the definition requires. */
async function assertLines(session: DatabaseSession, paper: AnyPaper, { label }: Action, id: string): Promise<void> {
  for (const [name, line] of Object.entries(paper.lines ?? {}).filter(([, one]) => one.needed)) {
    const child = session.paper(line.paper);
    const found = await session.sql.query(
      `select 1 from ${child.table} where tenant_id = $1 and ${columnOf(line.parent)} = $2 and is_deleted = 0 limit 1`,
      [session.tenantId, id],
    );
    const [zh, en] = child.title;
    if (!found.length)
      throw refuse.needs(
        { action: label, labels: child.title },
        { fields: [{ field: name, words: [`请填写${zh}`, `Fill in ${en}`] }] },
      );
  }
}

/** Refuse rows without lines that the definition requires. */
export const neededLines: ActStep<VerbFound> = {
  name: 'neededLines',
  kind: 'check',
  refuses: ['lifecycle.needs'],
  async run({ session, act: { paper } }, { action, before }) {
    for (const row of before) await assertLines(session, paper, action, String(row.id));
  },
};

/** Return the verb that a new row has passed, where it could have been a draft. */
function passedVerb(paper: AnyPaper, row: Stored): Action | undefined {
  const life = paper.lifecycle;
  if (!life?.moves.some((move) => move[0] === '*' && move[1] === 'draft')) return undefined;
  return Object.values<Action>(life.actions).find((one) => one.from.includes('*') && one.to === row[life.field]);
}

/** Refuse a new row that is no draft, and has no lines that the definition requires. */
export const neededLinesOfNew: ActStep<InsertFound> = {
  name: 'neededLines',
  kind: 'check',
  refuses: ['lifecycle.needs'],
  when: (act) => isSingle(act) && Object.values(act.paper.lines ?? {}).some((line) => line.needed),
  async run({ session, act: { paper } }, { after: [row] }) {
    const action = passedVerb(paper, row);
    if (action) await assertLines(session, paper, action, String(row.id));
  },
};

/**
 * Find the track of a move by the product. If no such move begins in the state of the row, end the act without effect.
 */
export const findTrack: ActStep<Transitions> = {
  name: 'findTrack',
  kind: 'check',
  run({ act: { paper, name, to = '', input } }, { before }) {
    const [row] = before;
    const track = statesOf(lifeOf(paper)).find((one: Track) =>
      one.moves.some((move) => move[0] === String(row[one.field]) && move[1] === to && move[2] === name),
    );
    if (!track) return { after: [], isDone: true };
    const { field } = track;
    const label = stateLabel(track, to);
    return {
      transitions: [{ before: row, field, from: [String(row[field])], to, values: input[0], label, input: {} }],
    };
  },
};

/** Run steps for each row that is moved, one row after the other. */
export const each = (...steps: readonly ActStep<MovedRow>[]): readonly [ActStep<Transitions>] => [
  {
    name: 'each',
    kind: 'write',
    steps,
    async run(on, { transitions }) {
      const after: Transitions['after'][number][] = [];
      for (const one of transitions) {
        const { before } = one;
        const row = await runSteps(on, steps, { ...one, current: before, after: before, remark: null });
        after.push(row.after);
      }
      return { after };
    },
  },
];
