import type { Row } from '#kernel/language/paper.ts';
import type { homeRoom } from './home-room.paper.ts';

/** What of an address tells one dwelling from another. */
export interface Dwelling {
  readonly projectName?: string | null;
  readonly building?: string | null;
  readonly unit?: string | null;
  readonly floor?: string | null;
  readonly roomNo?: string | null;
}

/** Full-width letters and digits as narrow ones, without spaces at the ends. */
const plain = (text: string | null | undefined): string => (text ?? '').normalize('NFKC').trim();

const ended = (text: string | null | undefined, word: string): string => {
  const read = plain(text);
  return read && /^[\dA-Za-z]+$/.test(read) ? `${read}${word}` : read;
};

/** The parts of an address in one form. */
export const normalDwelling = (of: Dwelling): Record<keyof Dwelling, string | null> => ({
  projectName: plain(of.projectName) || null,
  building: plain(of.building) || null,
  unit: plain(of.unit) || null,
  floor: plain(of.floor) || null,
  roomNo: plain(of.roomNo) || null,
});

/** An address in one line, as it is said: 御沁园3栋2单元1801室. */
export const fullAddressOf = (of: Dwelling): string =>
  [plain(of.projectName), ended(of.building, '栋'), ended(of.unit, '单元'), ended(of.roomNo, '室')].join('');

/** By what two addresses are the same dwelling, however they were typed. */
export const placeKeyOf = (of: Dwelling): string =>
  [of.projectName, of.building, of.unit, of.roomNo]
    .map((part) =>
      plain(part)
        .toLowerCase()
        .replaceAll(/[\s栋幢号楼单元室]/g, ''),
    )
    .join('|');

/** The rooms with which a new address begins. */
export const usualRooms: readonly (readonly [name: string, roomType: Row<typeof homeRoom>['roomType']])[] = [
  ['客厅', 'living'],
  ['主卧', 'master'],
  ['次卧', 'second'],
  ['厨房', 'kitchen'],
  ['卫生间', 'bath'],
  ['设备间', 'plant'],
];
