import { useRef, useState } from 'react';
import { get } from '../../http/http.ts';
import type { FormValues } from '../form-state.ts';
import type { FormLine } from '../lines-in.ts';
import {
  type ProblemsByField,
  keyText,
  doubledIn,
  fieldsWithLines,
  isDistinguishing,
  uniqueKeysOf,
} from './keys-of.ts';

/**
 * Return the problems of duplicate lines while they are typed: with other lines of the form, or with stored ones.
 * `header` is the id of their stored paper.
 */
export function useLineKeys(
  line: FormLine,
  header: string | undefined,
  rows: readonly FormValues[],
): { readonly problems: readonly ProblemsByField[]; readonly leave: (at: number, name: string) => void } {
  const { paper, parent } = line;
  const latest = useRef(rows);
  latest.current = rows;
  // Problems that the server found, each with the line that was checked.
  const [taken, setTaken] = useState<readonly { readonly values: FormValues; readonly problems: ProblemsByField }[]>(
    [],
  );
  const leave = (at: number, name: string): void => {
    const values = latest.current[at];
    if (!values) return;
    const whole: FormValues = { ...values, [parent]: header };
    const keyNames = uniqueKeysOf(paper, parent)
      .filter(
        (names) =>
          names.includes(name) &&
          names.every((one) =>
            one === parent ? header !== undefined : isDistinguishing(fieldsWithLines(paper)[one], whole[one]),
          ),
      )
      .flat();
    if (!keyNames.length) return;
    const keyValues = Object.fromEntries(keyNames.map((one) => [one, keyText(whole[one])]));
    void get<{ field: string; msg: string }[]>(
      'blade-core/taken',
      { ...keyValues, paper: paper.name, id: typeof values.id === 'string' ? values.id : undefined },
      { quiet: true },
    ).then(
      (found) => {
        const problems = Object.fromEntries(found.map((one) => [one.field, one.msg]));
        setTaken((before) => [
          ...before.filter((one) => one.values !== values),
          ...(found.length ? [{ values, problems }] : []),
        ]);
      },
      () => undefined,
    );
  };
  const doubled = doubledIn(paper, parent, rows);
  // An edited line is a new object, so problems found for its former values no longer apply.
  return {
    problems: rows.map((row, at) => ({ ...taken.find((one) => one.values === row)?.problems, ...doubled[at] })),
    leave,
  };
}
