import type { Language } from './label.ts';
import type { AnyPaper } from './paper.ts';

const valueIn = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name];

/** The field by which a row is called to a reader: its English name where he reads English and it has one. */
export const captionField = (of: AnyPaper, row: object, language: Language): string =>
  language === 'en' && of.englishCaption && valueIn(row, of.englishCaption) ? of.englishCaption : of.caption;

/** How a row is called to a reader, as it is stored. */
export const captionOf = (of: AnyPaper, row: object, language: Language): string =>
  String(valueIn(row, captionField(of, row, language)) ?? '');
