import { FAMILY_CLIENTS, type FamilyClient } from '#kernel/language/rooms/family-page.ts';
import { familyIcon } from './family-icons.rules.ts';

/** The fields of a menu that a published client reads in a spelling of its own. */
export interface MenuFacts {
  readonly code: string;
  readonly category: number;
  readonly path?: string | null;
  readonly source?: string | null;
}

/** Return the path of a menu for published clients. They identify menus by path, so a group without one gets one. */
const familyPath = ({ category, code, path }: Omit<MenuFacts, 'source'>): string =>
  path || (Number(category) === 1 ? `/${code}` : '');

/** Return the path and the icon of a menu as a published client reads them. A button keeps its own. */
export const familyFacts = (
  menu: MenuFacts,
  client: FamilyClient,
): { readonly path: string; readonly source: string } => ({
  path: familyPath(menu),
  source: Number(menu.category) === 1 ? familyIcon(menu.source ?? '', client) : (menu.source ?? ''),
});

/**
 * Return the stored values of sent spellings. A form of a published client sends the row as it was answered, so its
 * spelling of a stored value is no change.
 */
export function storedValues(before: MenuFacts, values: Partial<MenuFacts>): { path?: string; source?: string } {
  const spelled = FAMILY_CLIENTS.map((client) => familyFacts(before, client));
  const isSpelled = (name: 'path' | 'source'): boolean =>
    Boolean(values[name]) && spelled.some((facts) => facts[name] === values[name]);
  return {
    ...(isSpelled('path') && { path: before.path ?? '' }),
    ...(isSpelled('source') && { source: before.source ?? '' }),
  };
}
