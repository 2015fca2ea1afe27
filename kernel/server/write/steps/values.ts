import { type Accepted, isEmpty, missing } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { isMaskOf } from '#kernel/fields/mask.ts';
import { isSealedText } from '#kernel/fields/sealed-text.ts';
import type { Field, Fields } from '#kernel/language/field.ts';
import { bilingual } from '#kernel/language/label.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import { visibleTo } from '#kernel/language/permission.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';
import { row as refuse } from '../../refusals.ts';
import { assertForOneself } from '../../rows/for-oneself.ts';
import { type Values, areSameStored } from '../../rows/stored-row.ts';
import { sealInput } from '../../secrets/vault.ts';
import { type Act, type ActStep, isByPerson } from '../act.ts';
import type { InsertFound, UpdateFound } from '../found.ts';
import { missingReasons } from '../inputs/unusual.ts';
import type { DatabaseSession } from '../session/database-session.ts';

/** Read values of the product by their kinds, so that stored values always have the same form. */
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

/** Return a problem for each value of an import (`sheetOnly`) that a person changes by hand. */
const sheetOnlyProblems = (paper: AnyPaper, values: Readonly<Values>, before: Values | null): FieldProblem[] =>
  storedFields(paper)
    .filter(([name, field]) => field.sheetOnly && !areSameStored(values[name] ?? null, before?.[name] ?? null))
    .filter(([name]) => Object.hasOwn(values, name))
    .map(([field]) => ({ field, words: ['只能由导入带入，不能手工填写', 'Only an import brings it, not a form'] }));

/** Read the fields of an input by their kinds. Fields that the caller may not read are ignored. Secrets are sealed. */
function readRow(
  session: DatabaseSession,
  { paper, authority }: Act,
  input: Readonly<Values>,
  before: Values | null,
): { values: Values; problems: FieldProblem[] } {
  const isProduct = authority.by === 'product';
  const { values, problems } = isProduct
    ? { values: readTrusted(paper, input), problems: [] }
    : readBody(visibleTo(session.person, paper), input, before);
  return {
    values: sealInput(session.app.vault, session.tenantId, paper, values, isProduct),
    problems:
      isProduct || authority.role === 'import' ? problems : [...problems, ...sheetOnlyProblems(paper, values, before)],
  };
}

/** Return the status that an input sets: 0 is disabled, everything else enabled (1). */
export const isEnabled = (input: Readonly<Values>): number => (input.status === 0 || input.status === '0' ? 0 : 1);

/** Read the input of each new row. */
export const readValues: ActStep<InsertFound> = {
  name: 'readValues',
  kind: 'read',
  run({ session, act }) {
    const read = act.input.map((input) => readRow(session, act, input, null));
    return { values: read.map((one) => one.values), problems: read.flatMap((one) => one.problems) };
  },
};

/** Read the input of a change. Values that stand for the stored one, such as its mask, are left out. */
export const readChange: ActStep<UpdateFound> = {
  name: 'readValues',
  kind: 'read',
  run: ({ session, act }, { before }) => readRow(session, act, act.input[0], before),
};

/**
 * Refuse rows about other people (`self` of the paper). Collect required fields without a value, and missing reasons
 * for unusual days.
 */
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

/** Refuse unreadable values, and required fields that would become empty. */
export const requiredOfChange: ActStep<UpdateFound> = {
  name: 'required',
  kind: 'check',
  run: ({ act: { paper } }, { before, values, problems }) =>
    refuseProblems([...problems, ...missingFields(paper, { ...before, ...values })]),
};

export type CheckedValues = Record<string, unknown>;

/** May a person write this field? */
export const isProvided = (field: Field): boolean =>
  !field.auto && !field.computed && (!field.secret || field.sealed === true);

const problemOf = (accepted: Accepted, name: string): FieldProblem[] =>
  'problem' in accepted ? [{ field: name, words: accepted.problem }] : [];

/**
 * Does the input leave the stored value unchanged? So do its mask, a text of the product in either language, and an
 * empty secret.
 */
const isUntouched = (field: Field, input: unknown, before: unknown): boolean =>
  field.sealed
    ? isEmpty(input)
    : field.isProductText
      ? typeof before === 'string' && bilingual(before).includes(String(input))
      : Boolean(field.personal) && !isEmpty(input) && isMaskOf(input, before as string | null, field.personal!);

/** Does the input place a row at the top of its tree? Published clients send 0. */
const isTop = (paper: AnyPaper, name: string, input: unknown): boolean =>
  paper.tree?.parent === name && (input === 0 || input === '0');

/** Return the name under which a body has a field: its own, or an alias (`says` of the paper). */
function sentName({ says = {} }: AnyPaper, name: string, body: Readonly<CheckedValues>): string | undefined {
  const names = [name, ...Object.keys(says).filter((one) => (says as Record<string, string>)[one] === name)];
  return names.find((one) => Object.hasOwn(body, one));
}

/**
 * Return the writable fields of a body as stored values, with their problems. Unknown and read-only fields are left
 * out, since old clients send whole rows back. So are masked values that are sent back unchanged.
 */
export function readBody(
  paper: AnyPaper,
  body: Readonly<CheckedValues>,
  before: CheckedValues | null,
): { values: CheckedValues; problems: FieldProblem[] } {
  const values: CheckedValues = {};
  const problems: FieldProblem[] = [];
  for (const [name, field] of storedFields(paper)) {
    const sent = isProvided(field) ? sentName(paper, name, body) : undefined;
    if (sent === undefined) continue;
    const input = body[sent];
    if (before && isUntouched(field, input, before[name])) continue;
    const read = readOne(paper, name, input, before);
    if ('problem' in read) problems.push({ field: name, words: read.problem });
    else values[name] = read.value;
    if (before && name === paper.key && isKeyChanged(input, before[name]))
      problems.push({ field: name, words: ['编号建立后不能修改', 'It cannot be changed once saved'] });
  }
  return { values, problems };
}

function readOne(paper: AnyPaper, name: string, input: unknown, before: CheckedValues | null): Accepted {
  if (isEmpty(input) || input === undefined || isTop(paper, name, input)) return { value: null };
  const field = paper.fields[name];
  const accepted = kindOf(field).accept(input, field);
  return 'problem' in accepted && isStored(field, input, before?.[name]) ? { value: before![name] } : accepted;
}

/** Does the input equal the stored number? An unchanged number stays valid, even if a later bound excludes it. */
function isStored(field: Field, input: unknown, before: unknown): boolean {
  if (!kindOf(field).number || isEmpty(before)) return false;
  const [sent, stored] = [input, before].map((value) =>
    kindOf(field).accept(value, { ...field, min: 'any', max: Number.MAX_SAFE_INTEGER, clamps: false } as Field),
  );
  return 'value' in sent && 'value' in stored && sent.value === stored.value;
}

/** Would the input change the code of a row? Other rows store the code, so it never changes. */
const isKeyChanged = (input: unknown, before: unknown): boolean => String(input ?? '') !== String(before ?? '');

/** Return a problem for each required field without a value. */
export function missingFields(paper: AnyPaper, values: CheckedValues): FieldProblem[] {
  return storedFields(paper)
    .filter(([name, field]) => field.required && !field.auto && isEmpty(values[name]))
    .map(([name, field]) => ({ field: name, words: missing(kindOf(field), field) }));
}

/** A row that a verb acts on, and the fields of its paper. */
interface ActedOn {
  readonly fields: Fields;
  readonly row: CheckedValues;
}

/**
 * Read the values that a verb requests. Refuse unreadable and missing values, with all problems at once. A masked value
 * of the row that is sent back unchanged means the stored one.
 */
export function readInput(asks: Fields, body: Readonly<CheckedValues>, of?: ActedOn): CheckedValues {
  const values: CheckedValues = {};
  const problems: FieldProblem[] = [];
  for (const [name, field] of Object.entries(asks)) {
    const input = body[name];
    if (isEmpty(input)) {
      values[name] = null;
      if (field.required) problems.push({ field: name, words: missing(kindOf(field), field) });
      continue;
    }
    const own = of?.fields[name];
    if (of && own && isUntouched(own, input, of.row[name])) {
      values[name] = of.row[name];
      continue;
    }
    const accepted = kindOf(field).accept(input, field);
    problems.push(...problemOf(accepted, name));
    if ('value' in accepted) values[name] = accepted.value;
  }
  refuseProblems(problems);
  return values;
}

export function refuseProblems(problems: readonly FieldProblem[]): void {
  if (problems.length) throw refuse.invalid({ first: problems[0].words }, { fields: problems });
}
