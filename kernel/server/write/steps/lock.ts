import { row as refuse } from '../../refusals.ts';
import { compareIds } from '../../rows/stored-row.ts';
import type { Step } from '../act.ts';
import type { LockedRows } from '../found.ts';
import { lockParents, readStored } from '../stored.ts';

/** Lock the rows above those of the act, from the top. */
export const lockAbove: Step<LockedRows> = {
  name: 'lockAbove',
  kind: 'lock',
  run: ({ session, act }) => lockParents(session, act.paper, act.ids),
};

/** Lock the rows of the act by id and read them; rows out of the scope are missing. */
export const lockRows: Step<LockedRows> = {
  name: 'lockRows',
  kind: 'lock',
  async run({ session, act: { paper, ids, authority } }) {
    const rows = new Map<string, LockedRows['before'][number]>();
    for (const id of ids.toSorted(compareIds)) {
      const row = await readStored(session, paper, id, { lock: 'change', where: authority.scope });
      if (!row) throw refuse.missing({ title: paper.title });
      rows.set(id, row);
    }
    return { before: ids.map((id) => rows.get(id)).filter((row) => row !== undefined) };
  },
};
