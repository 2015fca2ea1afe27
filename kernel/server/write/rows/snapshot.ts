import { isEmpty } from '#kernel/fields/kind.ts';
import type { Track } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, fieldsOf } from '#kernel/language/paper.ts';
import type { Stored, Values } from '../../rows/stored-row.ts';
import type { ActStep } from '../act.ts';
import type { InsertFound, UpdateFound } from '../found.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { readStored } from './lock-rows.ts';
import { changedOnly } from './stored.ts';

/** Cache of rows that values are copied from: several new rows read each of them once. */
export type Sources = Map<string, Stored | null>;

async function sourceOf(tx: DatabaseSession, name: string, id: string, rows: Sources): Promise<Stored | null> {
  const key = `${name} ${id}`;
  let row = rows.get(key);
  if (row === undefined) rows.set(key, (row = await readStored(tx, tx.paper(name), id)));
  return row;
}

/**
 * Return the values with fields copied from referenced rows. They are copied for a new row, and when a change sets
 * another reference. A value in the input stays.
 */
export async function copySnapshots(
  tx: DatabaseSession,
  paper: AnyPaper,
  values: Readonly<Values>,
  before: Stored | null,
  sources?: Sources,
): Promise<Values> {
  const rows: Sources = sources ?? new Map();
  const out: Values = { ...values };
  for (const [name, field] of fieldsOf(paper)) {
    const copied = field.copied;
    if (!copied) continue;
    const source = paper.fields[copied.from] as { paper?: string } | undefined;
    const id = out[copied.from];
    if (!source?.paper || isEmpty(id) || (before && String(before[copied.from]) === String(id))) continue;
    if (!isEmpty(out[name])) continue;
    const value = (await sourceOf(tx, source.paper, String(id), rows))?.[copied.field];
    if (!isEmpty(value)) out[name] = value;
  }
  return out;
}

/** Return the first state of a track, unless the values have one. */
const firstOnTrack = ({ field, moves }: Track, values: Values): Values =>
  values[field] ? {} : { [field]: moves.find((move) => move[0] === '*')?.[1] };

/** Return the values with the states in which a new row begins, of the lifecycle and of its tracks. */
export function firstState(paper: AnyPaper, input: Values, isDraft: boolean | undefined): Values {
  const life = paper.lifecycle;
  const values = Object.assign({}, input, ...(life?.tracks ?? []).map((one) => firstOnTrack(one, input)));
  if (!life || values[life.field]) return values;
  const drafts = isDraft && life.moves.some((move) => move[0] === '*' && move[1] === 'draft');
  const creating =
    Object.values(life.actions).find((action) => (action.from as readonly string[]).includes('*'))?.to ??
    life.moves.find((move) => move[0] === '*')?.[1];
  return { ...values, [life.field]: drafts ? 'draft' : creating };
}

/** Return the values with initial values in empty fields. */
export function withInitial(paper: AnyPaper, values: Values): Values {
  const initial = fieldsOf(paper)
    .filter(([name, field]) => field.initial !== undefined && isEmpty(values[name]))
    .map(([name, field]) => [name, field.initial]);
  return { ...values, ...Object.fromEntries(initial) };
}

/** Complete new rows with initial values, values copied from referenced rows, and first states. */
export const firstValues: ActStep<InsertFound> = {
  name: 'initialValues',
  kind: 'read',
  async run({ session, act: { paper, isDraft } }, { values }) {
    const sources: Sources = new Map();
    const all: Values[] = [];
    for (const one of values) {
      const copied = await copySnapshots(session, paper, withInitial(paper, one), null, sources);
      all.push(firstState(paper, copied, isDraft));
    }
    return { values: all };
  },
};

/** Copy values from newly referenced rows, then drop all values that equal the stored ones. */
export const copyChange: ActStep<UpdateFound> = {
  name: 'snapshots',
  kind: 'read',
  async run({ session, act: { paper } }, { before, values }) {
    return { values: changedOnly(before, await copySnapshots(session, paper, values, before)) };
  },
};
