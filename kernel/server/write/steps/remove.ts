import { type AnyPaper, columnOf, isRemovable } from '#kernel/language/paper.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import { row as refuse } from '../../refusals.ts';
import { whyNotForOthers } from '../../rows/for-oneself.ts';
import type { Stored } from '../../rows/stored-row.ts';
import { type Act, type ActStep, writesAlone, runSteps } from '../act.ts';
import type { RemoveFound } from '../found.ts';
import { lockHeadersOfAll } from '../headers/headers.ts';
import { writeLog } from '../log/log.ts';
import { referrersOf } from '../rows/referrers.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { lockVisible } from '../rows/lock-rows.ts';

/** Lock the headers of rows that are removed directly. */
export const lockHeadersOfRemoved: ActStep<RemoveFound> = {
  name: 'lockHeaders',
  kind: 'lock',
  async run({ session, act }) {
    const { paper, ids, authority } = act;
    return {
      refused: new Map<string, Refusal>(),
      headers: writesAlone(act) ? await lockHeadersOfAll(session, paper, ids, authority.scope) : null,
    };
  },
};

/** Lock the rows within the scope by id, against changes and new references. */
export const lockRemoved: ActStep<RemoveFound> = {
  name: 'lockRows',
  kind: 'lock',
  async run({ session, act: { paper, ids, authority } }) {
    const before = await lockVisible(session, paper, ids, { lock: 'remove', where: authority.scope });
    return { before, left: before };
  },
};

/** Does a person remove rows directly, or roll an import back? */
const isByHand = (act: Act): boolean => writesAlone(act) || act.name !== 'remove';

/** Has the row another version than the caller sent for it? */
const isNewer = ({ ids, input }: Act, row: Stored): boolean => {
  const version = input[ids.indexOf(String(row.id))]?.version;
  return version !== undefined && Number(row.version) !== version;
};

/**
 * Refuse missing rows, other versions, rows about other people (`self` of the paper), and rows that cannot be removed
 * in their state.
 */
export const removable: ActStep<RemoveFound> = {
  name: 'removable',
  kind: 'check',
  run({ session, act }, { before, refused }) {
    const { paper } = act;
    const rows = new Map(before.map((row) => [String(row.id), row]));
    for (const id of act.ids) {
      const row = rows.get(id);
      const why = !row
        ? refuse.missing({ title: paper.title })
        : isNewer(act, row)
          ? refuse.changed()
          : ((isByHand(act) ? whyNotForOthers(session, paper, row) : null) ??
            (isRemovable(paper, row) ? null : refuse.notDraft()));
      if (why) refused.set(id, why);
    }
    return { left: before.filter((row) => !refused.has(String(row.id))) };
  },
};

/** Let the behaviour name rows that must stay. Rows whose header is closed stay too. */
export const staying: ActStep<RemoveFound> = {
  name: 'staying',
  kind: 'room',
  async run({ session, act: { paper, ids } }, { left, headers, refused }) {
    const room = session.app.behaviours.get(paper.name);
    const stays = left.length ? await room?.staying?.(session.context, left) : undefined;
    const why = new Map(refused);
    for (const row of left) {
      const reason = stays?.get(String(row.id)) ?? headers?.why(row);
      if (reason) why.set(String(row.id), reason);
    }
    // List the refusals in the order of the sent ids.
    refused.clear();
    for (const id of ids) if (why.has(id)) refused.set(id, why.get(id) as Refusal);
    const going = left.filter((row) => !refused.has(String(row.id)));
    return { left: going, going };
  },
};

/** Split the remaining rows: those without references to them are removed now, the others stay for now. */
export const referrers: ActStep<RemoveFound> = {
  name: 'referrers',
  kind: 'check',
  async run({ session, act: { paper } }, { left }) {
    const pointed = left.length
      ? await referrersOf(
          session,
          paper,
          left.map((row) => String(row.id)),
        )
      : new Map();
    return {
      pointed,
      gone: left.filter((row) => !pointed.has(String(row.id))),
      left: left.filter((row) => pointed.has(String(row.id))),
    };
  },
};

/** Let the behaviour remove or release rows that depend on the removed ones. */
export const leaving: ActStep<RemoveFound> = {
  name: 'leaving',
  kind: 'room',
  async run({ session, act: { paper } }, { gone }) {
    if (gone.length) await session.app.behaviours.get(paper.name)?.leaving?.(session.context, gone);
  },
};

/** Value of `is_deleted` of a line that was removed with its header: it is restored with the header only. */
const WITH_HEADER = 2;

/** Mark the living lines of headers as removed, or the lines removed with them as living. */
export async function markLines(
  session: DatabaseSession,
  paper: AnyPaper,
  headers: readonly string[],
  mark: 'removed' | 'restored',
): Promise<void> {
  const [from, to] = mark === 'removed' ? [0, WITH_HEADER] : [WITH_HEADER, 0];
  for (const line of Object.values(paper.lines ?? {}))
    await session.sql.query(
      `update ${session.paper(line.paper).table} t set is_deleted = $4 where t.tenant_id = $1 and t.${columnOf(line.parent)} = any($2::bigint[]) and t.is_deleted = $3`,
      [session.tenantId, headers, from, to],
    );
}

/** Mark rows and their lines as removed. */
export const markRemoved: ActStep<RemoveFound> = {
  name: 'markRemoved',
  kind: 'write',
  async run({ session, act: { paper } }, { gone }) {
    if (!gone.length) return;
    const ids = gone.map((row) => String(row.id));
    const tenant = paper.owner === 'platform' ? '' : ' and t.tenant_id = $4';
    await session.sql.query(
      `update ${paper.table} t set is_deleted = 1, version = t.version + 1, update_user = $2, update_time = $3 where t.id = any($1::bigint[])${tenant}`,
      [ids, session.person.id, session.now(), ...(tenant ? [session.tenantId] : [])],
    );
    await markLines(session, paper, ids, 'removed');
  },
};

/** Log removed rows, and announce them after the commit. */
export const logRemoved: ActStep<RemoveFound> = {
  name: 'log',
  kind: 'note',
  async run({ session, act: { paper, name: action, log } }, { gone }) {
    for (const row of gone) {
      const remark = session.givenReason;
      await writeLog(session, { paper, row, before: row, action, label: log.label, remark });
      session.changed(paper, row, 'remove');
    }
  },
};

/**
 * Run steps for the rows without references to them. In a tree, repeat for their parents, level by level. Refuse the
 * rows that remain.
 */
export const levels = (...steps: readonly ActStep<RemoveFound>[]): readonly [ActStep<RemoveFound>] => [
  {
    name: 'levels',
    kind: 'write',
    steps,
    async run(on, found) {
      do await runSteps(on, steps, found);
      while (on.act.paper.tree && found.gone.length && found.left.length);
      for (const row of found.left) {
        const pointing = found.pointed.get(String(row.id));
        if (pointing) found.refused.set(String(row.id), refuse.referred(pointing));
      }
    },
  },
];

/** Raise the version of the headers whose rows were removed. */
export const countHeadersOfRemoved: ActStep<RemoveFound> = {
  name: 'countHeaders',
  kind: 'write',
  run: (_, { headers, going, refused }) => headers?.count(going.filter((row) => !refused.has(String(row.id)))),
};
