import { isEmpty } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { isSealedText } from '#kernel/fields/sealed-text.ts';
import type { Track } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, fieldsOf, storedFields } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';
import type { Values } from '../../rows/stored-row.ts';
import { sealInput } from '../../secrets/vault.ts';
import type { Act, ActStep } from '../act.ts';
import { readBody, refuseProblems } from '../checks/read-body.ts';
import type { InsertFound, ReadExtras, UpdateFound } from '../found.ts';
import { readExtras } from '../inputs/read-inputs.ts';
import type { DatabaseSession } from '../session/database-session.ts';
import { type Sources, copySnapshots } from '../rows/snapshot.ts';
import { changedOnly } from '../rows/stored.ts';

/** Read values of the product by their kinds too, so that what is stored has one form. */
export function readTrusted(paper: AnyPaper, input: Readonly<Values>): Values {
  const values: Values = {};
  for (const [name, field] of storedFields(paper)) {
    if (!Object.hasOwn(input, name)) continue;
    const value = input[name];
    if (isEmpty(value)) values[name] = null;
    else if (field.sealed && isSealedText(String(value))) values[name] = value;
    else {
      const accepted = kindOf(field).accept(value, field);
      if ('problem' in accepted) refuseProblems([{ field: name, words: accepted.problem }]);
      else values[name] = accepted.value;
    }
  }
  return values;
}

/** Read an input by the kinds of its fields. Fields that the caller cannot read are ignored. */
function readInput(
  session: DatabaseSession,
  { paper, authority }: Act,
  input: Readonly<Values>,
  before: Values | null,
): { values: Values; problems: FieldProblem[] } {
  const isProduct = authority.by === 'product';
  const read = isProduct
    ? { values: readTrusted(paper, input), problems: [] }
    : readBody(visibleTo(session.person, paper), input, before);
  return { ...read, values: sealInput(session.app.vault, session.tenantId, paper, read.values, isProduct) };
}

/** Return the first state of a track, unless the values have one. */
const firstOnTrack = ({ field, moves }: Track, values: Values): Values =>
  values[field] ? {} : { [field]: moves.find((move) => move[0] === '*')?.[1] };

/** Complete new values by the states with which a row begins. */
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

/** Complete new values by the initial values of empty fields. */
export function withInitial(paper: AnyPaper, values: Values): Values {
  const initial = fieldsOf(paper)
    .filter(([name, field]) => field.initial !== undefined && isEmpty(values[name]))
    .map(([name, field]) => [name, field.initial]);
  return { ...values, ...Object.fromEntries(initial) };
}

/** Return the stored word of an input that enables or disables a row. */
export const isEnabled = (input: Readonly<Values>): number => (input.status === 0 || input.status === '0' ? 0 : 1);

/** Read the input of each new row. */
export const readValues: ActStep<InsertFound> = {
  name: 'readValues',
  kind: 'read',
  run({ session, act }) {
    const read = act.input.map((input) => readInput(session, act, input, null));
    return { values: read.map((one) => one.values), problems: read.flatMap((one) => one.problems) };
  },
};

/** Complete new rows: initial values, copies from what they point at, and their first states. */
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

/** Read the input of a change, as far as it differs from the stored row. */
export const readChange: ActStep<UpdateFound> = {
  name: 'readValues',
  kind: 'read',
  run: ({ session, act }, { before }) => readInput(session, act, act.input[0], before),
};

/** Copy from what the row points at now, and drop values that did not change. */
export const copyChange: ActStep<UpdateFound> = {
  name: 'snapshots',
  kind: 'read',
  async run({ session, act: { paper } }, { before, values }) {
    return { values: changedOnly(before, await copySnapshots(session, paper, values, before)) };
  },
};

/** Read what a body carries besides its row. */
export const extras: ActStep<ReadExtras> = {
  name: 'extras',
  kind: 'read',
  run: ({ act: { paper, input, isBody } }) => ({ extra: readExtras(paper, isBody ? input[0] : undefined) }),
};
