import type { ProcessDifference } from './diff-processes.rules.ts';

/** A changed attribute, with both values as texts. */
export interface AttributeChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const partsOf = (text: string): Readonly<Record<string, unknown>> =>
  text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);

/** Return the changed attributes of an element. Those of a user task are listed by the names of its extensions. */
export const elementAttributes = ({ fields }: ProcessDifference): AttributeChange[] =>
  fields.flatMap(({ field, before, after }) => {
    if (field !== 'userTask') return [{ name: field, before, after }];
    const [one, other] = [partsOf(before), partsOf(after)];
    return [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .map((name) => ({ name, before: textOf(one[name]), after: textOf(other[name]) }))
      .filter((change) => change.before !== change.after);
  });
