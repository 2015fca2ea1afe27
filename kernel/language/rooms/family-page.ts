/**
 * The public clients of this protocol family: Saber on Vue 2, Saber on Vue 3, Sword on React. Each has pages, codes and
 * icons of its own.
 */
export type FamilyClient = 'saberVue2' | 'saberVue3' | 'swordReact';

export const FAMILY_CLIENTS: readonly FamilyClient[] = ['saberVue2', 'saberVue3', 'swordReact'];

export const isFamilyClient = (face: unknown): face is FamilyClient =>
  (FAMILY_CLIENTS as readonly unknown[]).includes(face);

/**
 * A button that only these clients have. `action` is our action whose grant opens it; `alias` and `icon` are for their
 * toolbars.
 */
export interface FamilyButton {
  readonly action: string;
  readonly alias: string;
  readonly icon: string;
  /** Position of the button: 1 toolbar, 2 row, 3 both. */ readonly place: number;
  readonly path?: string;
}

/** The page of a paper in these clients. Buttons are called `<code>_add`, `_edit`, `_delete` and `_view` there. */
export interface FamilyPage {
  /** Code of its menu group. */
  readonly group: string;
  readonly code: string;
  readonly path: string;
  /** Clients that have no such page. */
  readonly missingIn?: readonly FamilyClient[];
  /** The standard buttons that the page has, of add, edit, delete and view; absent: all. */
  readonly offers?: readonly string[];
  /** Further buttons of the page, by code. */
  readonly buttons?: Readonly<Record<string, FamilyButton>>;
}
