import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import { kindOf } from './kinds.ts';

/**
 * Return the fields that a sheet may fill: those that a person may enter, and the document number, which identifies
 * existing rows. Secrets are never in sheets.
 */
export const importable = (paper: AnyPaper): [string, Field][] =>
  storedFields(paper).filter(
    ([, field]) =>
      isPaperNumber(field) ||
      (!field.auto && !field.computed && !field.secret && !field.sealed && !field.wire && !kindOf(field).beyondCell),
  );
