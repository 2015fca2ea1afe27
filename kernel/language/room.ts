import type { Dictionary } from './dictionary.ts';
import type { Label } from './label.ts';
import type { AnyPaper } from './paper.ts';

/** A group of the menu. */
export interface MenuGroup {
  readonly code: string;
  readonly label: Label;
  readonly icon: string;
  readonly sort: number;
}

/** A page of the menu that is no standard table screen. */
export interface MenuPage {
  readonly code: string;
  readonly label: Label;
  readonly group: string;
  readonly icon: string;
  readonly path: string;
  readonly sort: number;
  readonly roles: readonly string[];
  /** Who has no other role begins here. */ readonly landing?: readonly string[];
  /** It needs the whole width: the menu shows its icons only, unless the person widens it there. */ readonly wide?: boolean;
}

/** A role of the company with what it may see by default. */
export interface RoleSeed {
  readonly alias: string;
  readonly label: Label;
  readonly scope: 'all' | 'own' | 'department' | 'departmentBelow' | 'team';
  readonly parent?: string;
  readonly buttons?: readonly string[];
}

/** A setting of the product that an administrator may change. */
export interface Parameter {
  readonly key: string;
  readonly label: Label;
  readonly initial: string;
}

/** A room of the product: its table of contents. */
export interface Room {
  readonly name: string;
  readonly title: Label;
  readonly papers: readonly AnyPaper[];
  readonly dictionaries: readonly Dictionary[];
  readonly groups: readonly MenuGroup[];
  readonly pages?: readonly MenuPage[];
  readonly roles?: readonly RoleSeed[];
  readonly parameters?: readonly Parameter[];
}
