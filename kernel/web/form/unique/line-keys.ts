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

/** What is wrong with lines while they are typed: doubled among themselves, or taken by a line that is kept already. `header`: the stored paper they stand under. */
export function useLineKeys(
  line: FormLine,
  header: string | undefined,
  rows: readonly FormValues[],
): { readonly told: readonly ProblemsByField[]; readonly leave: (at: number, name: string) => void } {
  const { paper, parent } = line;
  const latest = useRef(rows);
  latest.current = rows;
  // What the server said, of the values it was asked about.
  const [taken, setTaken] = useState<readonly { readonly values: FormValues; readonly told: ProblemsByField }[]>([]);
  const leave = (at: number, name: string): void => {
    const values = latest.current[at];
    if (!values) return;
    const whole: FormValues = { ...values, [parent]: header };
    const asked = uniqueKeysOf(paper, parent)
      .filter(
        (names) =>
          names.includes(name) &&
          names.every((one) =>
            one === parent ? header !== undefined : isDistinguishing(fieldsWithLines(paper)[one], whole[one]),
          ),
      )
      .flat();
    if (!asked.length) return;
    const given = Object.fromEntries(asked.map((one) => [one, keyText(whole[one])]));
    void get<{ field: string; msg: string }[]>(
      'blade-core/taken',
      { ...given, paper: paper.name, id: typeof values.id === 'string' ? values.id : undefined },
      { quiet: true },
    ).then(
      (found) => {
        const told = Object.fromEntries(found.map((one) => [one.field, one.msg]));
        setTaken((before) => [
          ...before.filter((one) => one.values !== values),
          ...(found.length ? [{ values, told }] : []),
        ]);
      },
      () => undefined,
    );
  };
  const doubled = doubledIn(paper, parent, rows);
  // A line that was typed on meanwhile is another value: what was said of the former one is said no more.
  return { told: rows.map((row, at) => ({ ...taken.find((one) => one.values === row)?.told, ...doubled[at] })), leave };
}
