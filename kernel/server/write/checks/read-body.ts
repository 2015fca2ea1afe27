import { type Accepted, isEmpty, missing } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { isMaskOf } from '#kernel/fields/mask.ts';
import type { Field, Fields } from '#kernel/language/field.ts';
import { bilingual } from '#kernel/language/label.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';
import { row as refuse } from '../../refusals.ts';

export type CheckedValues = Record<string, unknown>;

/** May a person write this field? */
export const isProvided = (field: Field): boolean =>
  !field.auto && !field.computed && (!field.secret || field.sealed === true);

const problemOf = (accepted: Accepted, name: string): FieldProblem[] =>
  'problem' in accepted ? [{ field: name, words: accepted.problem }] : [];

/** Does the input leave the stored value unchanged? So do its mask, a text of the product in either language, and an empty secret. */
const isUntouched = (field: Field, given: unknown, before: unknown): boolean =>
  field.sealed
    ? isEmpty(given)
    : field.isProductText
      ? typeof before === 'string' && bilingual(before).includes(String(given))
      : Boolean(field.personal) && !isEmpty(given) && isMaskOf(given, before as string | null, field.personal!);

/** Does it say that a row of a tree stands at the top? Clients of the family write 0. */
const isTop = (paper: AnyPaper, name: string, given: unknown): boolean =>
  paper.tree?.parent === name && (given === 0 || given === '0');

/** Under which name a body carries a field: its own, or another one that the paper says for it. */
function sentName({ says = {} }: AnyPaper, name: string, body: Readonly<CheckedValues>): string | undefined {
  const names = [name, ...Object.keys(says).filter((one) => (says as Record<string, string>)[one] === name)];
  return names.find((one) => Object.hasOwn(body, one));
}

/**
 * The known, writable fields of a body as values to store. Unknown and read-only ones are left out (old clients send whole rows back);
 * a masked number that comes back unchanged is left as it is.
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
    const given = body[sent];
    if (before && isUntouched(field, given, before[name])) continue;
    const read = readOne(paper, name, given, before);
    if ('problem' in read) problems.push({ field: name, words: read.problem });
    else values[name] = read.value;
    if (before && name === paper.key && isKeyChanged(given, before[name]))
      problems.push({ field: name, words: ['编号建立后不能修改', 'It cannot be changed once saved'] });
  }
  return { values, problems };
}

function readOne(paper: AnyPaper, name: string, given: unknown, before: CheckedValues | null): Accepted {
  if (isEmpty(given) || given === undefined || isTop(paper, name, given)) return { value: null };
  const field = paper.fields[name];
  const accepted = kindOf(field).accept(given, field);
  return 'problem' in accepted && isStored(field, given, before?.[name]) ? { value: before![name] } : accepted;
}

/** Is it the stored number? One from before a bound comes back unchanged: bounds are judged of changed values alone. */
function isStored(field: Field, given: unknown, before: unknown): boolean {
  if (!kindOf(field).number || isEmpty(before)) return false;
  const [sent, stored] = [given, before].map((value) =>
    kindOf(field).accept(value, { ...field, min: 'any', max: Number.MAX_SAFE_INTEGER, clamps: false } as Field),
  );
  return 'value' in sent && 'value' in stored && sent.value === stored.value;
}

/** Others keep the code of a row: it never becomes another. */
const isKeyChanged = (given: unknown, before: unknown): boolean => String(given ?? '') !== String(before ?? '');

/** Return a problem for each required field without a value. */
export function missingFields(paper: AnyPaper, values: CheckedValues): FieldProblem[] {
  return storedFields(paper)
    .filter(([name, field]) => field.required && !field.auto && isEmpty(values[name]))
    .map(([name, field]) => ({ field: name, words: missing(kindOf(field), field) }));
}

/** The values an action asks for. */
export function readInput(asks: Fields, body: Readonly<CheckedValues>): CheckedValues {
  const values: CheckedValues = {};
  const problems: FieldProblem[] = [];
  for (const [name, field] of Object.entries(asks)) {
    const given = body[name];
    if (isEmpty(given)) {
      values[name] = null;
      if (field.required) problems.push({ field: name, words: missing(kindOf(field), field) });
      continue;
    }
    const accepted = kindOf(field).accept(given, field);
    problems.push(...problemOf(accepted, name));
    if ('value' in accepted) values[name] = accepted.value;
  }
  refuseProblems(problems);
  return values;
}

export function refuseProblems(problems: readonly FieldProblem[]): void {
  if (problems.length) throw refuse.invalid({ first: problems[0].words }, { fields: problems });
}
