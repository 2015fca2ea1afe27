import type { AnyPaper } from '#kernel/language/paper.ts';

/** How a person wants a column; what is not named here is as the definition says. */
export interface ColumnWish { readonly key: string; readonly width?: number; readonly pin?: 'start' | 'end' | 'none'; readonly hidden?: boolean }

/** How a person likes the screen of a paper; kept on the server, with a copy here so that it is there at once. */
export interface ListSettings { readonly columns?: readonly ColumnWish[]; readonly density?: number; readonly size?: number }
export interface OwnView { readonly name: string; readonly filters: Readonly<Record<string, string>>; readonly sort?: string }
export interface Kept { readonly settings?: ListSettings | null; readonly views?: readonly OwnView[] }

export const localKey = (of: AnyPaper): string => `anju-list:${of.name}`;

/** What this browser remembers of it. */
export function copied(of: AnyPaper): Kept {
  try {
    return JSON.parse(localStorage.getItem(localKey(of)) ?? '{}') as Kept;
  } catch {
    return {};
  }
}
