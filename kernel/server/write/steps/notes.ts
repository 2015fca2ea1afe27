import { isEmpty } from '#kernel/fields/kind.ts';
import type { LocalizedText } from '#kernel/language/label.ts';
import { numberName } from '#kernel/language/paper.ts';
import type { Values } from '../../rows/stored-row.ts';
import { type Running, type ActStep, isByPerson, isSingle } from '../act.ts';
import type { CallStanding } from '../authority.ts';
import type { InsertFound, MovedRow, UpdateFound } from '../found.ts';
import { changesBetween } from '../log/changes.ts';
import { writeLog, writeLogs } from '../log/log.ts';

const reasonIn = (input: Readonly<Values>): string | null =>
  ['reason', 'handleResult', 'note'].map((name) => input[name]).find((one) => typeof one === 'string') ?? null;

/** Return the remark of a log entry: the reason in the input, and the reason to act on behalf of others. */
function remarkOf({ onBehalfOf: why }: CallStanding, input: Readonly<Values>): LocalizedText | null {
  const reason = reasonIn(input);
  if (!why || why === reason) return reason;
  return [
    [reason, `代办：${why}`].filter(Boolean).join('；'),
    [reason, `Done in the stead of others: ${why}`].filter(Boolean).join('; '),
  ];
}

/** Find the remark before further acts change the reason of the call. */
export const remark: ActStep<MovedRow> = {
  name: 'remark',
  kind: 'note',
  run: ({ act: { authority } }, { input }) => ({ remark: remarkOf(authority.standing, input) }),
};

/** Log the new state. Changes that effects made in the same row are logged already, so only later ones are listed. */
export const logState: ActStep<MovedRow> = {
  name: 'log',
  kind: 'note',
  run: ({ session, act: { paper, name } }, { after, current, label, remark: words, field }) =>
    writeLog(session, { paper, row: after, before: current, action: name, label, remark: words, state: field }),
};

/** Send the event of the act with the commit. */
export const event: ActStep<MovedRow> = {
  name: 'event',
  kind: 'note',
  run: ({ session, act: { paper, name } }, { before, field, to }) =>
    session.emit(`${paper.name}.${name}`, { id: before.id, from: before[field], to }),
};

/** Announce the change of a row after the commit. */
export const changeOfState: ActStep<MovedRow> = {
  name: 'change',
  kind: 'note',
  run: ({ session, act: { paper, name } }, { after }) => session.changed(paper, after, name),
};

/** Return the note of the act; without one, the reason that the person sent. */
const noteOf = ({ session, act }: Running): LocalizedText | null =>
  act.log.note ?? (isByPerson(act) ? session.givenReason : null);

/** Log a new row. */
export const logNew: ActStep<InsertFound> = {
  name: 'log',
  kind: 'note',
  when: isSingle,
  async run(on, { after: [row] }) {
    const { paper, name: action, log } = on.act;
    await writeLog(on.session, { paper, row, before: null, action, label: log.label, remark: noteOf(on) });
  },
};

/** Log new rows that are written together, in one statement. */
export const logTogether: ActStep<InsertFound> = {
  name: 'log',
  kind: 'note',
  when: (act) => !isSingle(act),
  async run({ session, act: { paper, name: action, log } }, { after }) {
    const [number, state] = [numberName(paper), paper.lifecycle?.field];
    const entries = await Promise.all(
      after.map(async (row) => ({
        id: String(row.id),
        no: number ? row[number] : null,
        from: null,
        to: state ? String(row[state]) : null,
        changes: await changesBetween(session, paper, null, row),
      })),
    );
    await writeLogs(session, paper, entries, { action, label: log.label, remark: log.note });
  },
};

/** Announce new rows after the commit. */
export const changeOfNew: ActStep<InsertFound> = {
  name: 'change',
  kind: 'note',
  run({ session, act: { paper } }, { after }) {
    for (const row of after) session.changed(paper, row, 'add');
  },
};

/** Log entries of a row that is disabled (status 0) or enabled (status 1). */
const SWITCHES = [
  { action: 'disable', label: ['停用', 'Disabled'] },
  { action: 'enable', label: ['启用', 'Enabled'] },
] as const;

/** Log the changed fields of a row. A change that enables or disables the row is logged under that name. */
export const logChange: ActStep<UpdateFound> = {
  name: 'log',
  kind: 'note',
  async run(on, { before, values, after: row, isChanged }) {
    if (!isChanged) return;
    const { paper, name: action, log } = on.act;
    const entry = isEmpty(values.status) ? { action, label: log.label } : SWITCHES[Number(values.status)];
    await writeLog(on.session, { paper, row, before, ...entry, remark: noteOf(on) });
  },
};

/** Announce the change of the row to open pages after the commit. */
export const changeOfRow: ActStep<UpdateFound> = {
  name: 'change',
  kind: 'note',
  run({ session, act }, { after, isChanged }) {
    if (isChanged) session.changed(act.paper, after, 'edit');
  },
};
