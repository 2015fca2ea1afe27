import { type ComponentType, type ReactNode, lazy } from 'react';
import type { InputFace } from '#kernel/fields/faces.view.tsx';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper, FieldName, Row } from '#kernel/language/paper.ts';
import type { Band } from './band.ts';
import { type PlaceFilling, knowFillings } from './places.tsx';
import type { WireRow } from './rows.ts';

/** A row as a screen of its paper gets it; of any paper, as it comes over the wire. */
type RowIn<P> = AnyPaper extends P ? WireRow : P extends AnyPaper ? Row<P> & WireRow : WireRow;

/** The places of a standard screen that a paper may fill with something of its own. */
export interface Slots<P extends AnyPaper = AnyPaper> {
  /** Another input for a field; what it is given is that of its kind. */
  readonly inputs?: Readonly<Partial<Record<FieldName<P>, ComponentType<InputFace>>>>;
  /** Another cell for a column, and for its value in the detail. */
  readonly columns?: Readonly<Partial<Record<FieldName<P>, (row: RowIn<P>) => ReactNode>>>;
  /** Another face of a value in the detail alone, where it has the room. */
  readonly details?: Readonly<Partial<Record<FieldName<P>, (row: RowIn<P>) => ReactNode>>>;
  /** Draws nothing and hears which rows are in sight, so that their cells can share one call. */
  readonly inSight?: ComponentType<{ readonly rows: readonly RowIn<P>[] }>;
  /** The page on which a row is made (null) or changed, in the place of the form. */
  readonly page?: (row: RowIn<P> | null) => string;
  /** More tools in the head of the table. */
  readonly toolbar?: ComponentType;
  /** More tools of a row, beside its actions. */
  readonly rowTools?: (row: RowIn<P>) => ReactNode;
  /** More tools for the rows that are picked, beside their common actions. */
  readonly picked?: ComponentType<{ readonly rows: readonly RowIn<P>[] }>;
  /** More tools at the end of an import that was committed. */
  readonly imported?: ComponentType<{ readonly batch: string }>;
  readonly detailTabs?: readonly {
    readonly key: string;
    readonly label: Label;
    readonly Content: ComponentType<{ readonly row: RowIn<P> }>;
  }[];
  /** Ways from a record to pages about it, in the bar of its detail; null where there is none. */
  readonly links?: readonly {
    readonly icon: string;
    readonly label: Label;
    readonly to: (row: RowIn<P>) => string | null;
  }[];
  /** The case a record belongs to, read once for the head of its detail. */
  readonly band?: (row: RowIn<P>, signal: AbortSignal) => Promise<Band>;
  /** The page that a record is printed from; without it the detail itself is printed. */
  readonly printAt?: (row: RowIn<P>) => string;
  /** Above the groups of the detail. */
  readonly detailAside?: ComponentType<{ readonly row: RowIn<P> }>;
  /** Below the tree where rows are put at other places: what it means that these move. */
  readonly arranged?: ComponentType<{ readonly ids: readonly string[] }>;
  /** One line above the inputs of the form; gets what is typed. */
  readonly formNote?: ComponentType<{ readonly values: Readonly<Record<string, unknown>> }>;
  /** Beside the inputs of the form; gets what is typed. */
  readonly formAside?: ComponentType<{
    readonly values: Readonly<Record<string, unknown>>;
    readonly set: (values: Readonly<Record<string, unknown>>) => void;
  }>;
}

/** The own parts of a paper's standard screen. */
export interface PaperScreen {
  readonly of: AnyPaper;
  readonly slots: Slots;
}

/** Fills slots of the standard screen of a paper; a row is typed, so a removed field breaks the build and not the page. */
export const screen = <P extends AnyPaper>(of: P, slots: Slots<P>): PaperScreen => ({
  of,
  slots: slots as Slots,
});

/** A tile of the workbench, for who holds one of its buttons. */
export interface WorkTile {
  readonly name: string;
  readonly title: Label;
  /** Its place; lower comes first. */
  readonly sort: number;
  /** Takes the width of two, where there is room. */
  readonly wide?: boolean;
  readonly buttons: readonly string[];
  /** Only for who works in one of these roles: others may press its buttons on behalf of them. */
  readonly roles?: readonly string[];
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** Numbers beside pages of the menu, by their address. */
export type MenuCounts = Readonly<Record<string, { readonly count: number; readonly worry: boolean }>>;

/** The screens of a room: slots by name of the paper, and whole pages by their address (`/rooms/:id` stands for all of that shape); both are fetched when they are opened. */
export interface RoomScreens {
  readonly papers?: Readonly<Record<string, () => Promise<{ readonly default: PaperScreen }>>>;
  readonly pages?: Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>;
  /** Tools of the top bar; they come in after the page. */
  readonly tools?: readonly (() => Promise<{ readonly default: ComponentType }>)[];
  /** Tiles of the workbench. */
  readonly tiles?: readonly WorkTile[];
  /** Rows that people pin to their workbench, by name of their paper: what such a tile shows of one. */
  readonly pinned?: Readonly<
    Record<string, () => Promise<{ readonly default: ComponentType<{ readonly id: string }> }>>
  >;
  /** The page on which a task of a process is decided, or read once that is done. */
  readonly taskPage?: (taskId: string, isDone: boolean) => string;
  /** The page on which a case is read that somebody got a copy of. */
  readonly copyPage?: (caseId: string) => string;
  /** What it puts into places on screens of lower rooms. */
  readonly places?: readonly PlaceFilling[];
  /** Draws nothing and tells the menu what waits on its pages. */
  readonly menuCounts?: () => Promise<{
    readonly default: ComponentType<{ readonly tell: (counts: MenuCounts) => void }>;
  }>;
}

const papers: Record<string, () => Promise<{ readonly default: PaperScreen }>> = {};
const pages: Record<string, () => Promise<{ readonly default: ComponentType }>> = {};

const tools: ComponentType[] = [];
const tiles: (WorkTile & { readonly Content: ComponentType })[] = [];
const pinned: Record<string, ComponentType<{ readonly id: string }>> = {};
let pageOfTask: ((taskId: string, isDone: boolean) => string) | undefined;
let pageOfCopy: ((caseId: string) => string) | undefined;
const counters: ComponentType<{ readonly tell: (counts: MenuCounts) => void }>[] = [];

/** The client tells the kernel the screens of its rooms. */
export function knowScreens(all: readonly RoomScreens[]): void {
  for (const screens of all) {
    Object.assign(papers, screens.papers);
    Object.assign(pages, screens.pages);
    tools.push(...(screens.tools ?? []).map((fetch) => lazy(fetch)));
    tiles.push(...(screens.tiles ?? []).map((tile) => ({ ...tile, Content: lazy(tile.load) })));
    for (const [paper, fetch] of Object.entries(screens.pinned ?? {})) pinned[paper] = lazy(fetch);
    knowFillings(screens.places ?? []);
    pageOfTask = screens.taskPage ?? pageOfTask;
    pageOfCopy = screens.copyPage ?? pageOfCopy;
    if (screens.menuCounts) counters.push(lazy(screens.menuCounts));
  }
}

/** The tools that rooms put into the top bar. */
export const topTools = (): readonly ComponentType[] => tools;

/** The tiles that rooms put on the workbench, in their order. */
export const workTiles = (): readonly (WorkTile & { readonly Content: ComponentType })[] =>
  tiles.toSorted((one, other) => one.sort - other.sort);

/** Where a task of a process is decided; null where no room keeps processes. */
export const taskPage = (taskId: string, isDone = false): string | null => pageOfTask?.(taskId, isDone) ?? null;

/** Where a case is read that somebody got a copy of. */
export const copyPage = (caseId: string): string | null => pageOfCopy?.(caseId) ?? null;

/** What a pinned row of a paper shows on the workbench; undefined where its rows are not pinned. */
export const pinnedTile = (paper: string): ComponentType<{ readonly id: string }> | undefined => pinned[paper];

/** What tells the menu its counts. */
export const menuCounters = (): readonly ComponentType<{ readonly tell: (counts: MenuCounts) => void }>[] => counters;

const isOfShape = (shape: string, path: string): boolean => {
  const parts = path.split('/');
  return (
    shape.includes('/:') &&
    shape.split('/').length === parts.length &&
    shape.split('/').every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
  );
};

export const pageAt = (path: string): (() => Promise<{ readonly default: ComponentType }>) | undefined =>
  pages[path] ?? pages[Object.keys(pages).find((shape) => isOfShape(shape, path)) ?? ''];

/** Has this paper parts of its own at all? */
export const hasSlots = (of: AnyPaper): boolean => of.name in papers;

export const slotsOf = async (of: AnyPaper): Promise<Slots> => (await papers[of.name]?.())?.default.slots ?? {};
