import type { Language } from './label.ts';
import type { AnyPaper } from './paper.ts';

const valueIn = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name];

/**
 * Return the name of the caption field: for an English reader the one of the English name, if the row has a value
 * there.
 */
export const captionField = (of: AnyPaper, row: object, language: Language): string =>
  language === 'en' && of.englishCaption && valueIn(row, of.englishCaption) ? of.englishCaption : of.caption;

/** Return the caption of a row in the language of its reader, as it is stored. */
export const captionOf = (of: AnyPaper, row: object, language: Language): string =>
  String(valueIn(row, captionField(of, row, language)) ?? '');
