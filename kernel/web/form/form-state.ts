import { useMemo, useRef, useState } from 'react';
import { isEmpty, missing } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import type { Field, Fields } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';

export type FormValues = Readonly<Record<string, unknown>>;
export type Problems = Readonly<Record<string, Label | string>>;
/** Masked data that was not touched: it stands for what is stored. */
export const isUntouchedMask = (field: Field, value: unknown): boolean =>
  hides(field.personal) && typeof value === 'string' && value.includes('****');

/** What is wrong with one input, in the words of its kind. */
export function problemOf(field: Field, value: unknown): Label | undefined {
  const kind = kindOf(field);
  if (isEmpty(value)) return field.required && field.initial === undefined ? missing(kind, field) : undefined;
  if (isUntouchedMask(field, value)) return undefined;
  const accepted = kind.accept(value, field);
  return 'problem' in accepted ? accepted.problem : undefined;
}

const sameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(isEmpty(one) ? null : one) === JSON.stringify(isEmpty(other) ? null : other);

/** What is wrong with inputs; a value that the form began with is stored, and was judged when it was written. */
export function problemsOf(
  fields: Fields,
  values: FormValues,
  names: readonly string[],
  began: FormValues = {},
): Record<string, Label> {
  return Object.fromEntries(
    names.flatMap((name) => {
      if (!isEmpty(values[name]) && sameValue(values[name], began[name])) return [];
      const problem = problemOf(fields[name], values[name]);
      return problem ? [[name, problem] as const] : [];
    }),
  );
}

/** The values that differ from those the form began with. */
export const changedIn = (values: FormValues, began: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !sameValue(value, began[name]))
      .map(([name, value]) => [name, isEmpty(value) ? null : value]),
  );

export interface FormState {
  readonly values: FormValues;
  readonly began: FormValues;
  readonly problems: Problems;
  readonly dirty: boolean;
  /** How many values differ from those the form began with. */
  readonly changes: number;
  readonly set: (part: FormValues) => void;
  /** Judges one input when it is left. */
  readonly judge: (name: string) => void;
  /** Judges all of these; answers whether they are right. */
  readonly judgeAll: (names: readonly string[]) => boolean;
  readonly blame: (problems: Problems) => void;
  /** Tells of problems beside those that are known. */
  readonly showProblems: (problems: Problems) => void;
  readonly begin: (values: FormValues) => void;
  /** Values that the form would have begun with, had they been known: nothing of it counts as typed. */
  readonly fill: (part: FormValues) => void;
}

/** What is typed into a form, and what is wrong with it. A wrong input is told when it is left, and right again as soon as it is. */
export function useFormState(fields: Fields, start: FormValues): FormState {
  const [began, setBegan] = useState(start);
  const [values, setValues] = useState(start);
  const [problems, setProblems] = useState<Problems>({});
  const latest = useRef(values);
  latest.current = values;
  const changes = useMemo(() => Object.keys(changedIn(values, began)).length, [values, began]);
  const judgeNames = (names: readonly string[], now: FormValues): void =>
    setProblems((before) => {
      const rest = Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)));
      return {
        ...rest,
        ...problemsOf(
          fields,
          now,
          names.filter((name) => fields[name]),
          began,
        ),
      };
    });
  return {
    values,
    began,
    problems,
    changes,
    dirty: changes > 0,
    set: (part) => {
      const next = { ...latest.current, ...part };
      latest.current = next;
      setValues(next);
      const told = Object.keys(part).filter((name) => problems[name]);
      if (told.length) judgeNames(told, next);
    },
    judge: (name) => judgeNames([name], latest.current),
    judgeAll: (names) => {
      judgeNames(names, latest.current);
      return Object.keys(problemsOf(fields, latest.current, names, began)).length === 0;
    },
    blame: setProblems,
    showProblems: (more) => {
      if (Object.keys(more).length) setProblems((before) => ({ ...before, ...more }));
    },
    fill: (part) => {
      setBegan((before) => ({ ...before, ...part }));
      setValues((before) => ({ ...before, ...part }));
      latest.current = { ...latest.current, ...part };
    },
    begin: (next) => {
      setBegan(next);
      setValues(next);
      latest.current = next;
      setProblems({});
    },
  };
}
