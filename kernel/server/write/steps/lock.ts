import { row as refuse } from '../../refusals.ts';
import { compareIds } from '../../rows/stored-row.ts';
import { type ActStep, writesAlone, isSingle } from '../act.ts';
import type { InsertFound, LockedRows, UpdateFound } from '../found.ts';
import { free, lockForWriting, lockHeaders, lockHeadersOf } from '../headers/lock-headers.ts';
import { lockParents, readStored } from '../rows/lock-rows.ts';

/** Lock the rows above those of the act, from the top. */
export const lockAbove: ActStep<LockedRows> = {
  name: 'lockAbove',
  kind: 'lock',
  run: ({ session, act }) => lockParents(session, act.paper, act.ids),
};

/** Lock the rows of the act by id and read them; rows out of the scope are missing. */
export const lockOwnRows: ActStep<LockedRows> = {
  name: 'lockRows',
  kind: 'lock',
  refuses: ['row.missing'],
  isNeeded: true,
  async run({ session, act: { paper, ids, authority }, refused }) {
    const rows = new Map<string, LockedRows['before'][number]>();
    for (const id of ids.toSorted(compareIds)) {
      const row = await readStored(session, paper, id, {
        lock: refused ? undefined : 'change',
        where: authority.scope,
      });
      if (!row) throw refuse.missing({ title: paper.title });
      rows.set(id, row);
    }
    return { before: ids.map((id) => rows.get(id)).filter((row) => row !== undefined) };
  },
};

/** Lock what new rows point at upwards, and what is above that. */
export const lockAboveNew: ActStep<InsertFound> = {
  name: 'lockAbove',
  kind: 'lock',
  when: isSingle,
  run: ({ session, act }, { values }) => lockForWriting(session, act.paper, values, { alone: writesAlone(act) }),
};

/** Lock the headers of a new row that is written by itself. */
export const lockHeadersOfNew: ActStep<InsertFound> = {
  name: 'lockHeaders',
  kind: 'lock',
  when: isSingle,
  async run({ session, act }, { values }) {
    return { headers: writesAlone(act) ? await lockHeaders(session, act.paper, values, true) : free };
  },
};

/** Lock what is above a row as it is and as it will be. */
export const lockAboveChange: ActStep<UpdateFound> = {
  name: 'lockAbove',
  kind: 'lock',
  run: ({ session, act }) => lockForWriting(session, act.paper, act.input, { ids: act.ids, alone: writesAlone(act) }),
};

/** Lock the headers of a row that is written by itself, those that it leaves too. */
export const lockHeadersOfChange: ActStep<UpdateFound> = {
  name: 'lockHeaders',
  kind: 'lock',
  async run({ session, act }) {
    if (!writesAlone(act)) return { headers: free };
    const { scope: where } = act.authority;
    return { headers: await lockHeadersOf(session, act.paper, act.ids[0], act.input[0], { where }) };
  },
};

/** Lock the row that changes and read it; out of the scope it is missing. */
export const lockRow: ActStep<UpdateFound> = {
  name: 'lockRows',
  kind: 'lock',
  async run({ session, act: { paper, ids, authority } }) {
    const before = await readStored(session, paper, ids[0], { lock: 'change', where: authority.scope });
    if (!before) throw refuse.missing({ title: paper.title });
    return { before };
  },
};
