import type { ReactNode } from 'react';
import type { Field } from '#kernel/language/field.ts';
import type { Language } from '#kernel/language/label.ts';
import type { CellFace, KindView } from './faces.view.tsx';
import { kindViews } from './generated/views.view.tsx';
import { textView } from './text/text.view.tsx';

/** How a field is shown. A kind without a view is shown as text. */
export const viewOf = (field: Field): KindView => kindViews[field.kind] ?? textView;

/** What a view needs of a row as the lists and details answer it. */
interface NamedRow {
  readonly _names?: Readonly<Record<string, string>>;
  readonly _portraits?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** A field of a row, as its kind is shown. */
export const faceOf = (row: NamedRow, name: string, field: Field, language: Language): CellFace => ({
  value: row[name],
  field,
  name,
  label: row._names?.[name],
  names: row._names,
  portrait: row._portraits?.[name],
  language,
});

/** A field of a row in a cell. */
export const cellOf = (row: NamedRow, name: string, field: Field, language: Language): ReactNode =>
  viewOf(field).cell(faceOf(row, name, field, language));
