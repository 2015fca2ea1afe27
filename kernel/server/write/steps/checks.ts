import { isEmpty } from '#kernel/fields/kind.ts';
import { pointingParts } from '#kernel/fields/structured/structured.ts';
import { type AnyPaper, storedFields, fieldOf } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import { onlyOwnPictures } from '../../files/bind-files.ts';
import { COPY_OF, picturesOfSource } from '../../files/copied-pictures.ts';
import { row as refuse } from '../../refusals.ts';
import { assertForOneself } from '../../rows/for-oneself.ts';
import type { Values } from '../../rows/stored-row.ts';
import { type Act, type ActStep, isByPerson, isSingle } from '../act.ts';
import { checkPointers } from '../checks/pointers.ts';
import { isProvided, missingFields, refuseProblems } from '../checks/read-body.ts';
import type { InsertFound, UpdateFound } from '../found.ts';
import { assertMayEdit, assertMaySwitch, assertVersion } from '../checks/guard.ts';
import { missingReasons } from '../inputs/unusual.ts';
import { assertNoCircle } from '../rows/tree.ts';
import { assertNoDuplicate, assertNoDuplicates } from '../uniqueness/duplicate.ts';
import { assertOnce } from '../uniqueness/once.ts';
import { isEnabled } from './values.ts';

const bodyOf = ({ isBody, input }: Act): Readonly<Values> | undefined => (isBody ? input[0] : undefined);

/** Refuse rows about others, collect required fields without a value and reasons that are missing. */
export const required: ActStep<InsertFound> = {
  name: 'required',
  kind: 'check',
  refuses: ['row.notForOthers'],
  async run({ session, act }, { values, problems: read }) {
    const problems = [...read];
    for (const one of values) {
      if (isByPerson(act)) assertForOneself(session, act.paper, one);
      problems.push(
        ...missingFields(act.paper, one).filter(({ field }) => !read.some((other) => other.field === field)),
      );
      if (isByPerson(act) && !read.length) problems.push(...(await missingReasons(session, act.paper, one, null)));
    }
    return { problems };
  },
};

/** Refuse pictures of others in rich texts; a copy may carry those of its source. */
export const ownPictures: ActStep<InsertFound> = {
  name: 'ownPictures',
  kind: 'check',
  when: isSingle,
  async run({ session, act }, { values: [values] }) {
    const copied = await picturesOfSource(session, act.paper, values, isByPerson(act) ? bodyOf(act)?.[COPY_OF] : null);
    if (isByPerson(act)) await onlyOwnPictures(session, act.paper, values, null, copied);
    return { copied };
  },
};

const isPointing = (paper: AnyPaper, name: string): boolean => {
  const field = fieldOf(paper, name);
  return field !== undefined && (Boolean(field.dictionary ?? field.paper) || pointingParts(field).length > 0);
};

/** Return everything that any of several rows points at, as if one row did. */
const united = (paper: AnyPaper, rows: readonly Values[]): Values =>
  Object.fromEntries(
    storedFields(paper)
      .filter(([name]) => isPointing(paper, name))
      .map(([name]) => [name, [...new Set(rows.flatMap((row) => (isEmpty(row[name]) ? [] : row[name])))]]),
  );

/** Refuse new rows with all their problems; without others, what they point at is looked for. */
export const pointers: ActStep<InsertFound> = {
  name: 'pointers',
  kind: 'check',
  refuses: ['row.invalid'],
  async run({ session, act }, { values, problems }) {
    refuseProblems(problems);
    if (!isByPerson(act)) return;
    const all = isSingle(act) ? values[0] : united(act.paper, values);
    refuseProblems(await checkPointers(session, act.paper, all, null));
  },
};

/** Refuse new rows that are probably the same as another. */
export const duplicate: ActStep<InsertFound> = {
  name: 'duplicate',
  kind: 'check',
  refuses: ['row.duplicate'],
  run: ({ session, act }, { values }) =>
    isSingle(act)
      ? assertNoDuplicate(session, act.paper, values[0], null, bodyOf(act))
      : assertNoDuplicates(session, act.paper, values),
};

/** Refuse a new row that repeats a fact. */
export const storedOnce: ActStep<InsertFound> = {
  name: 'once',
  kind: 'check',
  refuses: ['row.once'],
  when: isSingle,
  run: ({ session, act }, { values }) => assertOnce(session, act.paper, values[0], null, bodyOf(act)),
};

/** Refuse fields that are not left to the judge of a row. */
export const closedFields: ActStep<UpdateFound> = {
  name: 'closedFields',
  kind: 'check',
  refuses: ['row.closedFields'],
  when: ({ authority }) => authority.opens !== undefined,
  run({ session, act: { paper, authority, input } }) {
    const readable = visibleTo(session.person, paper);
    const closed = Object.keys(input[0]).filter((name) => {
      if (name === 'version') return false;
      const field = authority.opens?.includes(name) ? fieldOf(readable, name) : undefined;
      return !field || !isProvided(field);
    });
    if (!closed.length) return;
    const labels = closed.map((name) => fieldOf(paper, name)?.label ?? [name, name]);
    throw refuse.closedFields(
      { labels: [labels.map((one) => one[0]).join('、'), labels.map((one) => one[1]).join(', ')] },
      { fields: closed.map((field) => ({ field, words: ['此处不能修改', 'It cannot be changed here'] })) },
    );
  },
};

/** Refuse a writer that read an older version. */
export const version: ActStep<UpdateFound> = {
  name: 'version',
  kind: 'check',
  refuses: ['row.changed'],
  run: ({ session, act }, { before }) => assertVersion(session, act.paper, before, act.input[0].version),
};

/** Refuse pictures of others in changed rich texts. */
export const ownPicturesOfChange: ActStep<UpdateFound> = {
  name: 'ownPictures',
  kind: 'check',
  when: isByPerson,
  run: async ({ session, act }, { before, values }) => {
    await onlyOwnPictures(session, act.paper, values, before);
  },
};

/** Refuse values that cannot be read, and required fields that would be empty. */
export const requiredOfChange: ActStep<UpdateFound> = {
  name: 'required',
  kind: 'check',
  run: ({ act: { paper } }, { before, values, problems }) =>
    refuseProblems([...problems, ...missingFields(paper, { ...before, ...values })]),
};

/** Refuse rows about others, and fields that the state of the row closes. */
export const openFields: ActStep<UpdateFound> = {
  name: 'editable',
  kind: 'check',
  refuses: ['row.notForOthers', 'row.locked'],
  when: isByPerson,
  run({ session, act: { paper, authority } }, { before, values }) {
    // A judge writes the row of another person, and leaves it with that person.
    assertForOneself(session, paper, ...(authority.opens ? [values] : [before, { ...before, ...values }]));
    if (!authority.opens) assertMayEdit(paper, before, values);
  },
};

/** Refuse unusual days without a reason, and pointers to missing rows. */
export const pointersOfChange: ActStep<UpdateFound> = {
  name: 'pointers',
  kind: 'check',
  when: isByPerson,
  async run({ session, act: { paper } }, { before, values }) {
    refuseProblems(await missingReasons(session, paper, { ...before, ...values }, before));
    refuseProblems(await checkPointers(session, paper, values, before));
  },
};

/** Refuse a change after which the row is probably the same as another. */
export const duplicateOfChange: ActStep<UpdateFound> = {
  name: 'duplicate',
  kind: 'check',
  when: isByPerson,
  run: ({ session, act }, { before, values }) =>
    assertNoDuplicate(session, act.paper, { ...before, ...values }, before, bodyOf(act)),
};

/** Find whether the caller enables or disables the row, and refuse that where the state of the row closes it. */
export const switched: ActStep<UpdateFound> = {
  name: 'switched',
  kind: 'check',
  refuses: ['row.locked'],
  run({ act }, { before }) {
    const [input] = act.input;
    const turns = !act.paper.says?.status && !isEmpty(input.status) && isEnabled(input) !== before.status;
    const turned: Values = turns ? { status: isEnabled(input) } : {};
    if (isByPerson(act)) assertMaySwitch(act.paper, before, turned);
    return { turned };
  },
};

/** Refuse a change that repeats a fact, or by which a row would come below itself. */
export const noCircle: ActStep<UpdateFound> = {
  name: 'noCircle',
  kind: 'check',
  refuses: ['row.once', 'row.ownParent'],
  async run({ session, act }, { before, values }) {
    await assertOnce(session, act.paper, { ...before, ...values }, before, bodyOf(act));
    await assertNoCircle(session, act.paper, act.ids[0], values);
  },
};
