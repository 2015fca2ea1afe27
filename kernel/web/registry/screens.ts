import { type ComponentType, type ReactNode, lazy } from 'react';
import type { InputFace } from '#kernel/fields/faces.view.tsx';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper, FieldName, Row } from '#kernel/language/paper.ts';
import type { Band } from './band.ts';
import { type PlaceFilling, knowFillings } from './places.tsx';
import type { WireRow } from './rows.ts';

/** The type of a row in the screen of a paper: with its fields, if the paper is known at compile time. */
type RowIn<P> = AnyPaper extends P ? WireRow : P extends AnyPaper ? Row<P> & WireRow : WireRow;

/** Parts of a standard screen that a paper may replace or add. */
export interface Slots<P extends AnyPaper = AnyPaper> {
  /** Replaces the input of a field; it receives the properties of its kind's input. */
  readonly inputs?: Readonly<Partial<Record<FieldName<P>, ComponentType<InputFace>>>>;
  /** Replaces the cell of a column, and its value in the detail. */
  readonly columns?: Readonly<Partial<Record<FieldName<P>, (row: RowIn<P>) => ReactNode>>>;
  /** Replaces a value in the detail alone, where there is more room. */
  readonly details?: Readonly<Partial<Record<FieldName<P>, (row: RowIn<P>) => ReactNode>>>;
  /** A component without output that gets the visible rows, so that the cells of all rows can share one request. */
  readonly inSight?: ComponentType<{ readonly rows: readonly RowIn<P>[] }>;
  /** Address of the page that creates (null) or edits a row, in place of the form. */
  readonly page?: (row: RowIn<P> | null) => string;
  /** On a phone rows are read only: nobody adds, changes, disables or removes one there. */
  readonly readOnPhone?: boolean;
  /** Tools in the head of the table. */
  readonly toolbar?: ComponentType;
  /** Tools of a row, beside its actions. */
  readonly rowTools?: (row: RowIn<P>) => ReactNode;
  /** Tools for the selected rows, beside their common actions. */
  readonly picked?: ComponentType<{ readonly rows: readonly RowIn<P>[] }>;
  /** Component on the page of a committed import, with further tools for its rows. */
  readonly imported?: ComponentType<{ readonly batch: string }>;
  readonly detailTabs?: readonly {
    readonly key: string;
    readonly label: Label;
    readonly Content: ComponentType<{ readonly row: RowIn<P> }>;
  }[];
  /**
   * Links from a record to other pages about it, in the bar of its detail. `to` returns null for a record without the
   * page.
   */
  readonly links?: readonly {
    readonly icon: string;
    readonly label: Label;
    readonly to: (row: RowIn<P>) => string | null;
  }[];
  /** Read the service case that a record belongs to, whose stages the strip above the tabs shows. */
  readonly band?: (row: RowIn<P>, signal: AbortSignal) => Promise<Band>;
  /** Address of the print page of a record; without it the detail itself is printed. */
  readonly printAt?: (row: RowIn<P>) => string;
  /** Component above the sections of the detail. */
  readonly detailAside?: ComponentType<{ readonly row: RowIn<P> }>;
  /** Component below the tree in the dialog that moves rows, which shows the consequences of the moves. */
  readonly arranged?: ComponentType<{ readonly ids: readonly string[] }>;
  /** Component in one line above the inputs of the form, which gets the typed values. */
  readonly formNote?: ComponentType<{ readonly values: Readonly<Record<string, unknown>> }>;
  /** Component beside the inputs of the form, which gets the typed values and may set some. */
  readonly formAside?: ComponentType<{
    readonly values: Readonly<Record<string, unknown>>;
    readonly set: (values: Readonly<Record<string, unknown>>) => void;
  }>;
}

/** The parts of its standard screen that a paper replaces or adds. */
export interface PaperScreen {
  readonly of: AnyPaper;
  readonly slots: Slots;
}

/**
 * Define the parts of the standard screen that a paper replaces or adds. Rows have types, so removing a field breaks
 * the build and not the page.
 */
export const screen = <P extends AnyPaper>(of: P, slots: Slots<P>): PaperScreen => ({
  of,
  slots: slots as Slots,
});

/** A tile of the workbench, for people with one of its buttons. */
export interface WorkTile {
  readonly name: string;
  readonly title: Label;
  /** Order; lower comes first. */
  readonly sort: number;
  /** Takes two columns, where there is room. */
  readonly wide?: boolean;
  readonly buttons: readonly string[];
  /**
   * Only people in one of these roles see the tile. Others may have its buttons too, but only to act on behalf of these
   * people.
   */
  readonly roles?: readonly string[];
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** Counts beside the pages of the menu, by address; `worry` colours a count as urgent. */
export type MenuCounts = Readonly<Record<string, { readonly count: number; readonly worry: boolean }>>;

/**
 * The screens of a room: own parts by the name of the paper, and pages by address (`/rooms/:id` matches any id). Each
 * is loaded when it is opened.
 */
export interface RoomScreens {
  readonly papers?: Readonly<Record<string, () => Promise<{ readonly default: PaperScreen }>>>;
  readonly pages?: Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>;
  /** Addresses of `pages` that need no other room until the person does something. */
  readonly lightPages?: readonly string[];
  /** Tools of the top bar; they load after the page. */
  readonly tools?: readonly (() => Promise<{ readonly default: ComponentType }>)[];
  /** Tiles of the workbench. */
  readonly tiles?: readonly WorkTile[];
  /** Tiles of pinned rows on the workbench, by the name of the paper. */
  readonly pinned?: Readonly<
    Record<string, () => Promise<{ readonly default: ComponentType<{ readonly id: string }> }>>
  >;
  /** Address of the page that decides a task of a process, or shows a decided one. */
  readonly taskPage?: (taskId: string, isDone: boolean) => string;
  /** Address of the page that shows a running process (`caseId`) to a person who got a copy of it. */
  readonly copyPage?: (caseId: string) => string;
  /** Components that this room adds to named places on screens of lower rooms. */
  readonly places?: readonly PlaceFilling[];
  /** A component without output that reports the counts of its pages, which the menu shows. */
  readonly menuCounts?: () => Promise<{
    readonly default: ComponentType<{ readonly tell: (counts: MenuCounts) => void }>;
  }>;
}

const papers: Record<string, () => Promise<{ readonly default: PaperScreen }>> = {};
const pages: Record<string, () => Promise<{ readonly default: ComponentType }>> = {};

const lightPages = new Set<string>();

const tools: ComponentType[] = [];
const tiles: (WorkTile & { readonly Content: ComponentType })[] = [];
const pinned: Record<string, ComponentType<{ readonly id: string }>> = {};
let pageOfTask: ((taskId: string, isDone: boolean) => string) | undefined;
let pageOfCopy: ((caseId: string) => string) | undefined;
const counters: ComponentType<{ readonly tell: (counts: MenuCounts) => void }>[] = [];

/** Register the screens of the rooms. */
export function knowScreens(all: readonly RoomScreens[]): void {
  for (const screens of all) {
    Object.assign(papers, screens.papers);
    Object.assign(pages, screens.pages);
    for (const path of screens.lightPages ?? []) lightPages.add(path);
    tools.push(...(screens.tools ?? []).map((fetch) => lazy(fetch)));
    tiles.push(...(screens.tiles ?? []).map((tile) => ({ ...tile, Content: lazy(tile.load) })));
    for (const [paper, fetch] of Object.entries(screens.pinned ?? {})) pinned[paper] = lazy(fetch);
    knowFillings(screens.places ?? []);
    pageOfTask = screens.taskPage ?? pageOfTask;
    pageOfCopy = screens.copyPage ?? pageOfCopy;
    if (screens.menuCounts) counters.push(lazy(screens.menuCounts));
  }
}

/** Return the tools that rooms add to the top bar. */
export const topTools = (): readonly ComponentType[] => tools;

/** Return the tiles that rooms add to the workbench, in order. */
export const workTiles = (): readonly (WorkTile & { readonly Content: ComponentType })[] =>
  tiles.toSorted((one, other) => one.sort - other.sort);

/** Return the address of a task of a process; null where no room has processes. */
export const taskPage = (taskId: string, isDone = false): string | null => pageOfTask?.(taskId, isDone) ?? null;

/**
 * Return the address of the page that shows a running process to a person who got a copy of it. Null where no room has
 * processes.
 */
export const copyPage = (caseId: string): string | null => pageOfCopy?.(caseId) ?? null;

/** Return the tile of a pinned row; undefined where rows of the paper cannot be pinned. */
export const pinnedTile = (paper: string): ComponentType<{ readonly id: string }> | undefined => pinned[paper];

/** Return the components that report counts to the menu. */
export const menuCounters = (): readonly ComponentType<{ readonly tell: (counts: MenuCounts) => void }>[] => counters;

const isOfShape = (shape: string, path: string): boolean => {
  const parts = path.split('/');
  return (
    shape.includes('/:') &&
    shape.split('/').length === parts.length &&
    shape.split('/').every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
  );
};

/** Does the page of a room at this address name papers of other rooms, also before the person does something? */
export const needsOtherRooms = (path: string): boolean => pageAt(path) !== undefined && !lightPages.has(path);

export const pageAt = (path: string): (() => Promise<{ readonly default: ComponentType }>) | undefined =>
  pages[path] ?? pages[Object.keys(pages).find((shape) => isOfShape(shape, path)) ?? ''];

/** Return whether this paper has parts of its own. */
export const hasSlots = (of: AnyPaper): boolean => of.name in papers;

export const slotsOf = async (of: AnyPaper): Promise<Slots> => (await papers[of.name]?.())?.default.slots ?? {};
