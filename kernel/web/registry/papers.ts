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

/** The client tells the kernel which rooms it has, before anything is shown. */
export function knowRooms(all: readonly Room[]): void {
  rooms = all;
  useRooms.setState({ rooms: all });
  byName = new Map(all.flatMap((room) => room.papers).map((of) => [of.name, of]));
}

let later: (() => Promise<readonly Room[]>) | undefined;
let coming: Promise<void> | undefined;

/** Rooms that no page needs before it stands. */
export function addRooms(load: () => Promise<readonly Room[]>): void {
  later = load;
}

/** Are there rooms that were not fetched yet? */
export const hasLoadedLaterRooms = (): boolean => later !== undefined;

/** Fetches the rest of the rooms, once; a fetch that failed is tried again the next time. */
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

/** All papers that are known by now; whoever shows them is drawn again when the rest has come. */
export const useAllPapers = (): AnyPaper[] => useRooms((state) => state.rooms).flatMap((room) => [...room.papers]);

export const allRooms = (): readonly Room[] => rooms;
export const allPapers = (): AnyPaper[] => [...byName.values()];
export const findPaper = (name: string | undefined): AnyPaper | undefined => (name ? byName.get(name) : undefined);

/** The paper whose standard screen stands at this address of the menu. */
export const paperAt = (path: string): AnyPaper | undefined => allPapers().find((of) => of.menu?.path === path);

/** May the person press this button of this paper? Buttons that no role grants are not shown at all. */
export function useMay(of: AnyPaper): (action: string) => boolean {
  const buttons = useButtons();
  return (action) => buttons.has(buttonOf(of, action));
}

/** The paper as this person may read it: fields that are for other eyes are not there, in no table, form or filter. */
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

/** Where the person begins: at a page made for all of his roles, else at the workbench. */
export function landing(): string {
  const roles = session()?.roles ?? [];
  return (
    rooms
      .flatMap((room) => room.pages ?? [])
      .find((page) => roles.length > 0 && roles.every((role) => page.landing?.includes(role)))?.path ?? firstPage()
  );
}
