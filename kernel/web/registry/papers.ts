import { create } from 'zustand';
import { type AnyPaper, buttonOf, fieldsOf } from '#kernel/language/paper.ts';
import { readablePaper } from '#kernel/language/rights/readable.ts';
import type { Room } from '#kernel/language/room.ts';
import { useButtons, useHidden } from '../session/buttons.ts';
import { session } from '../session/session.ts';
import { firstPage } from '../tabs/tabs.ts';

const useRooms = create<{ readonly rooms: readonly Room[] }>(() => ({ rooms: [] }));
let rooms: readonly Room[] = [];
let byName = new Map<string, AnyPaper>();

/** Register the rooms of the client, before anything is shown. */
export function knowRooms(all: readonly Room[]): void {
  rooms = all;
  useRooms.setState({ rooms: all });
  byName = new Map(all.flatMap((room) => room.papers).map((of) => [of.name, of]));
}

let later: (() => Promise<readonly Room[]>) | undefined;
let coming: Promise<void> | undefined;

/** Register rooms that load after the first page. */
export function addRooms(load: () => Promise<readonly Room[]>): void {
  later = load;
}

/** Return true as long as the rooms of `addRooms` have not loaded. */
export const areLaterRoomsMissing = (): boolean => later !== undefined;

/** Load the rooms of `addRooms`, once. After a failure the next call tries again. */
export function loadLaterRooms(): Promise<void> {
  coming ??= (later?.() ?? Promise.resolve([]))
    .then((more) => {
      later = undefined;
      knowRooms([...rooms, ...more]);
    })
    .catch((error: unknown) => {
      coming = undefined;
      throw error;
    });
  return coming;
}

/** Return all papers known so far; the component renders again when further rooms have loaded. */
export const useAllPapers = (): AnyPaper[] => useRooms((state) => state.rooms).flatMap((room) => [...room.papers]);

export const allRooms = (): readonly Room[] => rooms;
export const allPapers = (): AnyPaper[] => [...byName.values()];
export const findPaper = (name: string | undefined): AnyPaper | undefined => (name ? byName.get(name) : undefined);

/** Return the paper whose standard screen is at this address of the menu. */
export const paperAt = (path: string): AnyPaper | undefined => allPapers().find((of) => of.menu?.path === path);

/**
 * Return a function that tells whether the person has a button of this paper. Buttons without a right are not shown.
 */
export function useMay(of: AnyPaper): (action: string) => boolean {
  const buttons = useButtons();
  return (action) => buttons.has(buttonOf(of, action));
}

/** Return the paper without the fields that this person may not read, in tables, forms and filters. */
export function useReadable(of: AnyPaper): AnyPaper {
  const buttons = useButtons();
  const hidden = useHidden().get(of.table);
  return readablePaper(
    of,
    (button) => buttons.has(button),
    hidden
      ? new Set(
          fieldsOf(of)
            .map(([name]) => name)
            .filter((name) => !hidden.includes(name)),
        )
      : null,
  );
}

/**
 * Return the person's first page: one whose `landing` contains all of their roles, else the first page of the company.
 */
export function landing(): string {
  const roles = session()?.roles ?? [];
  return (
    rooms
      .flatMap((room) => room.pages ?? [])
      .find((page) => roles.length > 0 && roles.every((role) => page.landing?.includes(role)))?.path ?? firstPage()
  );
}
