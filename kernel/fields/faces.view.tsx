import type { ComponentType, ReactNode } from 'react';
import type { Field } from '#kernel/language/field.ts';
import type { Language } from '#kernel/language/label.ts';

export interface CellFace {
  readonly value: unknown;
  readonly field: Field;
  readonly name: string;
  /** The value in words, where the server names it (`_names`). */
  readonly label: string | undefined;
  /** The words of the fields beside it, where the server names them. */
  readonly names?: Readonly<Record<string, string>>;
  /** A link to the picture of whom it names (`_portraits`). */
  readonly portrait?: string;
  readonly language: Language;
}

export interface InputFace {
  readonly id: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur?: () => void;
  readonly field: Field;
  /** All that is typed in the form: some choices depend on others. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The words of the value with which the form began. */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string;
}

/** Filters as the address and the lists know them: `repairStatus`, `expectDate_dategt` … */
export type Filters = Readonly<Record<string, string>>;

export interface SearchFace {
  readonly name: string;
  readonly field: Field;
  readonly filters: Filters;
  /** What is undefined is taken away. */
  readonly onChange: (part: Readonly<Record<string, string | undefined>>) => void;
}

/** How a kind is shown. Cells are plain functions: a table draws thousands of them. */
export interface KindView {
  readonly cell: (face: CellFace) => ReactNode;
  /** Where the detail has more room than a cell. */
  readonly detail?: (face: CellFace) => ReactNode;
  /** Its cell is pressed itself, so that it stands in nothing else that is. */
  readonly links?: true;
}

/** How a kind is typed and searched. Kept apart from how it is shown: a table stands before anybody types. */
export interface KindInput {
  readonly Input: ComponentType<InputFace>;
  readonly Search: ComponentType<SearchFace>;
}

/** The attributes every input has, so that its words and its problem are read out with it. */
export const attributesOf = (face: InputFace) => ({
  id: face.id,
  disabled: face.disabled,
  onBlur: face.onBlur,
  status: face.invalid ? ('error' as const) : undefined,
  'aria-invalid': face.invalid || undefined,
  'aria-describedby': face.describedBy,
});

export const asString = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** A comma list, an array or one value, as an array of texts. */
export const asList = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : asString(value).split(',').filter(Boolean);
