import type { Row } from '#kernel/language/paper.ts';
import type { homeRoom } from './home-room.paper.ts';

/** The parts of an address that distinguish dwellings. */
export interface Dwelling {
  readonly projectName?: string | null;
  readonly building?: string | null;
  readonly unit?: string | null;
  readonly floor?: string | null;
  readonly roomNo?: string | null;
}

/** Convert full-width letters and digits to ASCII, and trim. */
const plain = (text: string | null | undefined): string => (text ?? '').normalize('NFKC').trim();

const ended = (text: string | null | undefined, word: string): string => {
  const read = plain(text);
  return read && /^[\dA-Za-z]+$/.test(read) ? `${read}${word}` : read;
};

/** Return the parts of an address, normalized; empty parts are null. */
export const normalDwelling = (of: Dwelling): Record<keyof Dwelling, string | null> => ({
  projectName: plain(of.projectName) || null,
  building: plain(of.building) || null,
  unit: plain(of.unit) || null,
  floor: plain(of.floor) || null,
  roomNo: plain(of.roomNo) || null,
});

/** Return an address in one line: 御沁园3栋2单元1801室. */
export const fullAddressOf = (of: Dwelling): string =>
  [plain(of.projectName), ended(of.building, '栋'), ended(of.unit, '单元'), ended(of.roomNo, '室')].join('');

/** Return a key of the dwelling that is the same for all spellings of its address. */
export const placeKeyOf = (of: Dwelling): string =>
  [of.projectName, of.building, of.unit, of.roomNo]
    .map((part) =>
      plain(part)
        .toLowerCase()
        .replaceAll(/[\s栋幢号楼单元室]/g, ''),
    )
    .join('|');

/** Rooms that are created with a new address. */
export const usualRooms: readonly (readonly [name: string, roomType: Row<typeof homeRoom>['roomType']])[] = [
  ['客厅', 'living'],
  ['主卧', 'master'],
  ['次卧', 'second'],
  ['厨房', 'kitchen'],
  ['卫生间', 'bath'],
  ['设备间', 'plant'],
];
