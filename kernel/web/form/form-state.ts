import { useMemo, useRef, useState } from 'react';
import { isEmpty, missing } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { hides } from '#kernel/fields/mask.ts';
import type { Field, Fields } from '#kernel/language/field.ts';
import type { Label } from '#kernel/language/label.ts';

export type FormValues = Readonly<Record<string, unknown>>;
export type Problems = Readonly<Record<string, Label | string>>;
/** Return whether an input equals the mask of a stored value. It is then not changed, and the stored value remains. */
export const isUntouchedMask = (field: Field, value: unknown): boolean =>
  hides(field.personal) && typeof value === 'string' && value.includes('****');

/** Return the problem of an input, with the message of its kind; undefined if it is valid. */
export function problemOf(field: Field, value: unknown): Label | undefined {
  const kind = kindOf(field);
  if (isEmpty(value))
    return field.required && (field.formRequires || field.initial === undefined) ? missing(kind, field) : undefined;
  if (isUntouchedMask(field, value)) return undefined;
  const accepted = kind.accept(value, field);
  return 'problem' in accepted ? accepted.problem : undefined;
}

const sameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(isEmpty(one) ? null : one) === JSON.stringify(isEmpty(other) ? null : other);

/**
 * Return the problems of inputs by field. Unchanged initial values are not checked, since they were valid when they
 * were stored.
 */
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

/** Return the values that differ from the initial values of the form. */
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
  /** Number of values that differ from the initial ones. */
  readonly changes: number;
  readonly set: (part: FormValues) => void;
  /** Check an input after it has lost the focus. */
  readonly judge: (name: string) => void;
  /** Check these inputs; return whether all are valid. */
  readonly judgeAll: (names: readonly string[]) => boolean;
  readonly blame: (problems: Problems) => void;
  /** Show problems that were found elsewhere, such as by the server, in addition to the present ones. */
  readonly showProblems: (problems: Problems) => void;
  readonly begin: (values: FormValues) => void;
  /** Set initial values that arrive after the form has opened; they do not count as changes by the person. */
  readonly fill: (part: FormValues) => void;
}

/**
 * The state of a form: values and problems. The problem of an input appears when the input loses the focus, and
 * disappears as soon as it is valid.
 */
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
      const shown = Object.keys(part).filter((name) => problems[name]);
      if (shown.length) judgeNames(shown, next);
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
