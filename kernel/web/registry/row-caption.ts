import { captionField } from '#kernel/language/caption.ts';
import type { Language } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { WireRow } from './rows.ts';

/** Return the caption of a row as text, also if the caption field is a dictionary key or a reference. */
export function rowCaption(of: AnyPaper, row: WireRow, language: Language): string {
  const name = captionField(of, row, language);
  return row._names?.[name] ?? String(row[name] ?? '');
}
