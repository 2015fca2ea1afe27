/** The public clients of this protocol family: Saber on Vue 2, Saber on Vue 3, Sword on React. Each has pages, codes and icons of its own. */
export type FamilyClient = 'saberVue2' | 'saberVue3' | 'swordReact';

export const FAMILY_CLIENTS: readonly FamilyClient[] = ['saberVue2', 'saberVue3', 'swordReact'];

export const isFamilyClient = (face: unknown): face is FamilyClient =>
  (FAMILY_CLIENTS as readonly unknown[]).includes(face);

/** A button that only these clients know: the action of ours whose grant opens it, and what their toolbars call and draw it by. */
export interface FamilyButton {
  readonly action: string;
  readonly alias: string;
  readonly icon: string;
  /** 1 toolbar, 2 row, 3 both. */ readonly place: number;
  readonly path?: string;
}

/** The page of a paper in these clients. Buttons are called `<code>_add`, `_edit`, `_delete` and `_view` there. */
export interface FamilyPage {
  /** The code of the group it stands in. */
  readonly group: string;
  readonly code: string;
  readonly path: string;
  /** Clients that were published without it. */
  readonly missingIn?: readonly FamilyClient[];
  /** Which of add, edit, delete and view its page offers; all where nothing is said. */
  readonly offers?: readonly string[];
  /** Further buttons by their code. */
  readonly buttons?: Readonly<Record<string, FamilyButton>>;
}
