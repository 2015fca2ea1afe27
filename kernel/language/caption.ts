import type { Language } from './label.ts';
import type { AnyPaper } from './paper.ts';

/** The field by which a row is called to a reader: its English name where he reads English and it has one. */
export const captionField = (of: AnyPaper, row: object, language: Language): string =>
  String(language === 'en' && of.englishCaption && row[of.englishCaption as never] ? of.englishCaption : of.caption);

/** How a row is called to a reader, as it is stored. */
export const captionOf = (of: AnyPaper, row: object, language: Language): string =>
  String(row[captionField(of, row, language) as never] ?? '');
