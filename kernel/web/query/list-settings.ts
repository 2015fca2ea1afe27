import type { AnyPaper } from '#kernel/language/paper.ts';

/** A person's settings of one column; what is absent is decided by the definition. */
export interface ColumnWish {
  readonly key: string;
  readonly width?: number;
  readonly pin?: 'start' | 'end' | 'none';
  readonly hidden?: boolean;
}

/** The person's settings of a list. Stored on the server, with a local copy that is available at once. */
export interface ListSettings {
  readonly columns?: readonly ColumnWish[];
  readonly density?: number;
  readonly size?: number;
  /**
   * Key of the view that opens first; '' for all rows, even if others share a default view. Absent: no choice was made.
   */
  readonly firstView?: string;
}
/**
 * A saved view: personal, or shared with a role or the company. `first` makes it the default of readers without a
 * choice of their own.
 */
export interface OwnView {
  /** Absent until the server has stored the view. */ readonly id?: string;
  readonly name: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly sort?: string;
  /** Layout that the view opens: table, kanban or calendar. Absent: the present layout remains. */
  readonly as?: string;
  /** Field by which the rows are grouped. */ readonly group?: string;
  readonly shared?: 'role' | 'company';
  readonly role?: string;
  readonly roleName?: string;
  readonly ownRole?: boolean;
  readonly first?: boolean;
}
export interface StoredListSettings {
  readonly settings?: ListSettings | null;
  readonly views?: readonly OwnView[];
  readonly shared?: readonly OwnView[];
  /** Whether the person may share views, and with which roles. */ readonly mayShare?: boolean;
  readonly roles?: readonly { readonly id: string; readonly name: string }[];
}

export const localKey = (of: AnyPaper): string => `anju-list:${of.name}`;

/** Return this browser's copy of the settings. */
export function copied(of: AnyPaper): StoredListSettings {
  try {
    return JSON.parse(localStorage.getItem(localKey(of)) ?? '{}') as StoredListSettings;
  } catch {
    return {};
  }
}
