import type { AnyPaper } from '#kernel/language/paper.ts';
import type { WireRow } from '../registry/rows.ts';
import type { FormValues } from './form-state.ts';
import { inputNames } from './groups.ts';
import { linesIn } from './lines-in.ts';

/** Return the initial values of a form. A copied row, also in a stored draft, has the id of its source in `_copyOf`. */
export function initialValues(of: AnyPaper, row: WireRow | null, start: FormValues): FormValues {
  const names = inputNames(of);
  const fields = of.fields as Record<string, { initial?: unknown }>;
  const lines = linesIn(of).map(({ name }) => [name, row ? row[name] : (start[name] ?? [])]);
  return Object.fromEntries([
    ...names.map((name) => [name, row ? (row[name] ?? null) : (start[name] ?? fields[name].initial ?? null)]),
    ...lines,
    ...(start._copyOf ? [['_copyOf', start._copyOf]] : []),
  ]);
}
