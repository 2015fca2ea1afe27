import { type Field, isPaperNumber } from '#kernel/language/field.ts';
import { type AnyPaper, storedFields } from '#kernel/language/paper.ts';
import { kindOf } from './kinds.ts';

/** The fields that a sheet may fill: those a person may give, and the number, by which rows are found; secrets do not stand in sheets. */
export const importable = (paper: AnyPaper): [string, Field][] =>
  storedFields(paper).filter(
    ([, field]) =>
      isPaperNumber(field) ||
      (!field.auto && !field.computed && !field.secret && !field.sealed && !field.wire && !kindOf(field).beyondCell),
  );
