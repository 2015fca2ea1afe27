import type { LocalizedText } from '#kernel/language/label.ts';
import type { Values } from '../../rows/stored-row.ts';
import type { Standing, Step } from '../act.ts';
import type { MovedRow } from '../found.ts';
import { writeLog } from '../log.ts';

const reasonIn = (input: Readonly<Values>): string | null =>
  ['reason', 'handleResult', 'note'].map((name) => input[name]).find((one) => typeof one === 'string') ?? null;

/** The remark of an entry: the reason that came with the act, and the one for standing in for others. */
function remarkOf({ onBehalfOf: why }: Standing, input: Readonly<Values>): LocalizedText | null {
  const reason = reasonIn(input);
  if (!why || why === reason) return reason;
  return [
    [reason, `代办：${why}`].filter(Boolean).join('；'),
    [reason, `Done in the stead of others: ${why}`].filter(Boolean).join('; '),
  ];
}

/** Note the remark before others may change it. */
export const remark: Step<MovedRow> = {
  name: 'remark',
  kind: 'note',
  run: ({ act: { authority } }, { input }) => ({ remark: remarkOf(authority.standing, input) }),
};

/** Log the new state. Effects on the row itself have entries of their own: this one begins where they ended. */
export const logState: Step<MovedRow> = {
  name: 'log',
  kind: 'note',
  run: ({ session, act: { paper, name } }, { after, current, label, remark: words, field }) =>
    writeLog(session, { paper, row: after, before: current, action: name, label, remark: words, state: field }),
};

/** Send the event of the act with the commit. */
export const event: Step<MovedRow> = {
  name: 'event',
  kind: 'note',
  run: ({ session, act: { paper, name } }, { before, field, to }) =>
    session.emit(`${paper.name}.${name}`, { id: before.id, from: before[field], to }),
};

/** Announce the change of a row after the commit. */
export const changeOfState: Step<MovedRow> = {
  name: 'change',
  kind: 'note',
  run: ({ session, act: { paper, name } }, { after }) => session.changed(paper, after, name),
};
