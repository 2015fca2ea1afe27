import { row as refuse } from '../../refusals.ts';
import { assertForOneself } from '../../rows/for-oneself.ts';
import { type ActStep, writesAlone } from '../act.ts';
import type { RestoreFound } from '../found.ts';
import { assertMayEdit } from '../checks/guard.ts';
import { free, lockHeadersOf } from '../headers/lock-headers.ts';
import { writeLog } from '../log/log.ts';
import { readStored } from '../rows/lock-rows.ts';
import { updateColumns } from '../rows/write-columns.ts';
import { assertOnce } from '../uniqueness/once.ts';
import { markLines } from './remove.ts';

/** Lock the headers of a row that is restored or reverted. */
export const lockHeadersOfRestored: ActStep<RestoreFound> = {
  name: 'lockHeaders',
  kind: 'lock',
  async run({ session, act }) {
    const how = { deleted: act.kind === 'restore', where: act.authority.scope };
    return { headers: writesAlone(act) ? await lockHeadersOf(session, act.paper, act.ids[0], {}, how) : free };
  },
};

/** Lock and read a row to restore (removed) or to revert (living). Refuse it as missing if it is out of the scope. */
export const lockRestored: ActStep<RestoreFound> = {
  name: 'lockRows',
  kind: 'lock',
  async run({ session, act: { kind, paper, ids, authority } }) {
    const how = { lock: 'remove', where: authority.scope, deleted: kind === 'restore' } as const;
    const before = await readStored(session, paper, ids[0], how);
    if (!before) throw refuse.missing({ title: paper.title });
    return { before };
  },
};

/**
 * Refuse rows about other people (`self` of the paper), rows that the behaviour refuses, and rows that repeat a fact of
 * `once`.
 */
export const restoring: ActStep<RestoreFound> = {
  name: 'restoring',
  kind: 'room',
  async run({ session, act: { paper } }, { before }) {
    assertForOneself(session, paper, before);
    await session.app.behaviours.get(paper.name)?.restoring?.(session.context, before);
    await assertOnce(session, paper, before, null);
  },
};

/** Mark the row as living again, with the lines that were removed with it. */
export const unmark: ActStep<RestoreFound> = {
  name: 'unmark',
  kind: 'write',
  async run({ session, act: { paper, ids } }, { before }) {
    if (!(await updateColumns(session, paper, before, { isDeleted: 0 }))) throw refuse.changed();
    await markLines(session, paper, ids, 'restored');
    return { after: { ...before, isDeleted: 0 } };
  },
};

/** Log a restored row, and announce it after the commit. */
export const logRestored: ActStep<RestoreFound> = {
  name: 'log',
  kind: 'note',
  async run({ session, act: { paper, name: action, log } }, { before }) {
    await writeLog(session, { paper, row: before, before, action, label: log.label });
    session.changed(paper, before, 'restore');
  },
};

/** Refuse to revert a row that changed again since. */
export const sameVersion: ActStep<RestoreFound> = {
  name: 'sameVersion',
  kind: 'check',
  run({ act: { input } }, { before }) {
    if (Number(before.version) !== input[0].version) throw refuse.changed();
  },
};

/**
 * Refuse rows about other people (`self` of the paper), and fields that people may not edit in the state of the row.
 */
export const editableAgain: ActStep<RestoreFound> = {
  name: 'editable',
  kind: 'check',
  run({ session, act: { paper, input } }, { before }) {
    const { version: _, ...values } = input[0];
    assertForOneself(session, paper, before, { ...before, ...values });
    assertMayEdit(paper, before, values);
  },
};

/** Write the earlier values back. */
export const writeBack: ActStep<RestoreFound> = {
  name: 'writeRows',
  kind: 'write',
  async run({ session, act: { paper, input } }, { before }) {
    const { version: _, ...values } = input[0];
    if (!(await updateColumns(session, paper, before, values))) throw refuse.changed();
    return { after: { ...before, ...values } };
  },
};

/** Log the reverted values, and announce the change after the commit. */
export const logReverted: ActStep<RestoreFound> = {
  name: 'log',
  kind: 'note',
  async run({ session, act: { paper, name: action, log } }, { before, after }) {
    await writeLog(session, { paper, row: after, before, action, label: log.label });
    session.changed(paper, before, 'edit');
  },
};

/** Check the headers of the row, and raise their version. */
export const countHeadersOfRestored: ActStep<RestoreFound> = {
  name: 'countHeaders',
  kind: 'write',
  run: (_, { headers }) => headers(),
};
