import type { AnyPaper } from '#kernel/language/paper.ts';

/** How a person wants a column; what is not named here is as the definition says. */
export interface ColumnWish {
  readonly key: string;
  readonly width?: number;
  readonly pin?: 'start' | 'end' | 'none';
  readonly hidden?: boolean;
}

/** How a person likes the screen of a paper; kept on the server, with a copy here so that it is there at once. */
export interface ListSettings {
  readonly columns?: readonly ColumnWish[];
  readonly density?: number;
  readonly size?: number;
  /** The view that the person begins with; '' = all rows, whatever others keep for him. */ readonly firstView?: string;
}
/** A view of the person's own, or one that is kept for a role or for the company; `first`: who has no other begins with it. */
export interface OwnView {
  /** None as long as only this browser knows it. */ readonly id?: string;
  readonly name: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly sort?: string;
  /** As what its rows are shown: table, kanban, calendar; none: as they were shown before. */ readonly as?: string;
  /** By what they are grouped. */ readonly group?: string;
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
  /** May he keep views for others, and for which roles? */ readonly mayShare?: boolean;
  readonly roles?: readonly { readonly id: string; readonly name: string }[];
}

export const localKey = (of: AnyPaper): string => `anju-list:${of.name}`;

/** What this browser remembers of it. */
export function copied(of: AnyPaper): StoredListSettings {
  try {
    return JSON.parse(localStorage.getItem(localKey(of)) ?? '{}') as StoredListSettings;
  } catch {
    return {};
  }
}
