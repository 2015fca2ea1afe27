import type { ComponentType, ReactNode } from 'react';
import type { Field } from '#kernel/language/field.ts';
import type { Language } from '#kernel/language/label.ts';

export interface CellFace {
  readonly value: unknown;
  readonly field: Field;
  readonly name: string;
  /**
   * Text of the value from the server (`_names` of the row): the caption of a reference, or the label of a key.
   * Undefined for other values.
   */
  readonly label: string | undefined;
  /** Texts of the other fields of the row, from `_names`. */
  readonly names?: Readonly<Record<string, string>>;
  /** Link to the picture of the person to whom the field refers (`_portraits`). */
  readonly portrait?: string;
  readonly language: Language;
}

export interface InputFace {
  readonly id: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur?: () => void;
  readonly field: Field;
  /** All values of the form, because some choices depend on other fields. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Text of the initial value, such as the caption of a reference. */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string;
}

/** Filters by name, as in the address: the field, or the field with an operator (`expectDate_dategt`). */
export type Filters = Readonly<Record<string, string>>;

export interface SearchFace {
  readonly name: string;
  readonly field: Field;
  readonly filters: Filters;
  /** Merge these filters into the present ones; an undefined value removes one. */
  readonly onChange: (part: Readonly<Record<string, string | undefined>>) => void;
}

/** The display of a kind. Cells are plain functions: a table renders thousands of them. */
export interface KindView {
  readonly cell: (face: CellFace) => ReactNode;
  /** Renders the value in the detail, where there is more room than in a cell; absent: like the cell. */
  readonly detail?: (face: CellFace) => ReactNode;
  /** The cell contains a link, so it must not be put into another link. */
  readonly links?: true;
}

/** The input and the search of a kind, separate from its display: a table renders before anybody types. */
export interface KindInput {
  readonly Input: ComponentType<InputFace>;
  readonly Search: ComponentType<SearchFace>;
}

/** Return the attributes of an input, so that screen readers read its label and its problem. */
export const attributesOf = (face: InputFace) => ({
  id: face.id,
  disabled: face.disabled,
  onBlur: face.onBlur,
  status: face.invalid ? ('error' as const) : undefined,
  'aria-invalid': face.invalid || undefined,
  'aria-describedby': face.describedBy,
});

export const asString = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** Return a comma list, an array or one value as an array of texts. */
export const asList = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : asString(value).split(',').filter(Boolean);
