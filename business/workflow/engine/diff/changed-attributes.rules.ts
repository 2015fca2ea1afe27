import type { ProcessDifference } from './diff-processes.rules.ts';

/** One attribute that differs, as texts. */
export interface AttributeChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const partsOf = (text: string): Readonly<Record<string, unknown>> =>
  text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);

/** What differs in an element; what a user task says beyond BPMN is told by its own names. */
export const elementAttributes = ({ fields }: ProcessDifference): AttributeChange[] =>
  fields.flatMap(({ field, before, after }) => {
    if (field !== 'userTask') return [{ name: field, before, after }];
    const [one, other] = [partsOf(before), partsOf(after)];
    return [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .map((name) => ({ name, before: textOf(one[name]), after: textOf(other[name]) }))
      .filter((change) => change.before !== change.after);
  });
