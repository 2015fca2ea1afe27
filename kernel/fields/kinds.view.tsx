import type { ReactNode } from 'react';
import type { Field } from '#kernel/language/field.ts';
import type { Language } from '#kernel/language/label.ts';
import type { CellFace, KindView } from './faces.view.tsx';
import { kindViews } from './generated/views.view.tsx';
import { textView } from './text/text.view.tsx';

/** Return the display of a field's kind; a kind without one is shown as text. */
export const viewOf = (field: Field): KindView => kindViews[field.kind] ?? textView;

/** The parts of a row that a view needs. */
interface NamedRow {
  readonly _names?: Readonly<Record<string, string>>;
  readonly _portraits?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Return the value of a field with the texts that its display needs. */
export const faceOf = (row: NamedRow, name: string, field: Field, language: Language): CellFace => ({
  value: row[name],
  field,
  name,
  label: row._names?.[name],
  names: row._names,
  portrait: row._portraits?.[name],
  language,
});

/** Return a field of a row, rendered as a table cell. */
export const cellOf = (row: NamedRow, name: string, field: Field, language: Language): ReactNode =>
  viewOf(field).cell(faceOf(row, name, field, language));
