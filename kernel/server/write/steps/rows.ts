import { isEmpty } from '#kernel/fields/kind.ts';
import { type AnyPaper, numberName } from '#kernel/language/paper.ts';
import { bindFiles } from '../../files/bind-files.ts';
import { takeAlong } from '../../files/copied-pictures.ts';
import { row as refuse } from '../../refusals.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import { type ActStep, isByPerson, isSingle, runSteps } from '../act.ts';
import type { InsertFound, MovedRow, Transitions, UpdateFound } from '../found.ts';
import { insertByColumns } from '../many/append.ts';
import { nextNumbers, numberFieldOf } from '../rows/number.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { insertColumns, numbersOf, updateColumns } from '../rows/write-columns.ts';
import { nulls } from '../rows/stored.ts';
import { readStored } from '../rows/lock-rows.ts';
import { assertOnce } from '../uniqueness/once.ts';
import { isEnabled } from './values.ts';

/** Run steps for each row that moves, one row after the other. */
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

/** Write the new state of a row under a guard in SQL: it must still be in a state from which the act begins. */
export const writeState: ActStep<MovedRow> = {
  name: 'writeState',
  kind: 'write',
  refuses: ['row.once', 'row.taken', 'row.overlaps', 'row.changed'],
  async run({ session, act: { paper } }, { before, field, from, to, values }) {
    // Effects may have written the row itself.
    const current = (await readStored(session, paper, String(before.id))) ?? before;
    const all = { ...values, [field]: to };
    await assertOnce(session, paper, { ...current, ...all }, current);
    if (!(await updateColumns(session, paper, current, all, { field, from }))) throw refuse.changed();
    return {
      current,
      after: {
        ...current,
        ...all,
        version: Number(current.version) + 1,
        updateTime: session.now(),
        updateUser: session.person.id,
      },
    };
  },
};

/** Return a new row with what every row has: its id, its maker, its moment, its company. */
export const stamped = (
  session: DatabaseSession,
  paper: AnyPaper,
  input: Readonly<Values>,
  values: Readonly<Values>,
  id: string,
): Stored =>
  ({
    ...values,
    id,
    status: paper.lifecycle || paper.says?.status ? 1 : isEnabled(input),
    isDeleted: 0,
    version: 1,
    createUser: session.person.id,
    createDept: (values.createDept as string | null | undefined) ?? session.dept,
    createTime: session.now(),
    updateUser: session.person.id,
    updateTime: session.now(),
    ...(paper.owner !== 'platform' && { tenantId: session.tenantId }),
  }) as Stored;

/** Let the headers of a row count its change. The checks of the room come first: their refusals are more specific. */
export const countHeaders: ActStep<InsertFound> = {
  name: 'countHeaders',
  kind: 'write',
  when: isSingle,
  run: (_, { headers }) => headers(),
};

/** Copy the pictures of the row of which the new one is a copy. */
export const copyPictures: ActStep<InsertFound> = {
  name: 'copyPictures',
  kind: 'write',
  when: isSingle,
  run: ({ session, act }, { values, copied }) => takeAlong(session, act.paper, values[0], copied),
};

/** Give new rows their numbers, ids and stamps. */
export const numberRows: ActStep<InsertFound> = {
  name: 'numberRows',
  kind: 'write',
  async run({ session, act }, { values }) {
    const { paper, input } = act;
    const number = isSingle(act) ? undefined : numberName(paper);
    // Numbers before ids: a later number has a later id.
    const numbers = number
      ? (await nextNumbers(session, paper, numberFieldOf(paper), values.length, session.today())).map((no) => ({
          [number]: no,
        }))
      : await Promise.all(isSingle(act) ? values.map((one) => numbersOf(session, paper, one)) : []);
    const ids = await session.newIds(values.length);
    const rows = values.map((one, at) => {
      const given = !isByPerson(act) && !isEmpty(input[at].createDept) ? { createDept: input[at].createDept } : {};
      return stamped(session, paper, input[at], { ...given, ...one, ...numbers[at] }, ids[at]);
    });
    return { rows, after: rows.map((row) => ({ ...nulls(paper), ...row })) };
  },
};

/** Send the new row; what follows does not wait for the answer. */
export const sendRow: ActStep<InsertFound> = {
  name: 'sendRow',
  kind: 'write',
  run({ session, act }, { rows, after }) {
    const sent = isSingle(act)
      ? insertColumns(session, act.paper, rows[0])
      : insertByColumns(session, act.paper, after);
    sent.catch(() => {});
    return { sent };
  },
};

/** Await the answer to the new row. */
export const settled: ActStep<InsertFound> = {
  name: 'settled',
  kind: 'write',
  run: (_, { sent }) => sent,
};

/** Give a new row its files. */
export const filesOfNew: ActStep<InsertFound> = {
  name: 'files',
  kind: 'write',
  when: isSingle,
  run: ({ session, act }, { after }) => bindFiles(session, act.paper, null, after[0]),
};

/** Count a change at the headers of its row. */
export const countHeadersOfChange: ActStep<UpdateFound> = {
  name: 'countHeaders',
  kind: 'write',
  run: (_, { headers, isChanged }) => (isChanged ? headers() : undefined),
};

/** Write a change under the guard of its version. */
export const writeRow: ActStep<UpdateFound> = {
  name: 'writeRows',
  kind: 'write',
  async run({ session, act: { paper } }, { before, values, isChanged }) {
    if (!isChanged) return { after: before };
    if (!(await updateColumns(session, paper, before, values))) throw refuse.changed();
    const version = Number(before.version) + 1;
    return { after: { ...before, ...values, version, updateTime: session.now(), updateUser: session.person.id } };
  },
};

/** Give a changed row its files, and let go of those that it had. */
export const filesOfChange: ActStep<UpdateFound> = {
  name: 'files',
  kind: 'write',
  run: ({ session, act }, { before, after, isChanged }) =>
    isChanged ? bindFiles(session, act.paper, before, after) : undefined,
};
