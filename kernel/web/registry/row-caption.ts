import { captionField } from '#kernel/language/caption.ts';
import type { Language } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { WireRow } from './rows.ts';

/** How a row is called to whoever reads it: by words, also where its caption is a key or the id of another row. */
export function rowCaption(of: AnyPaper, row: WireRow, language: Language): string {
  const name = captionField(of, row, language);
  return row._names?.[name] ?? String(row[name] ?? '');
}
