import { expect, test } from 'vitest';
import { fileAbout, homesAt } from './home-of-file.rules.ts';

const dwelling = (id: string, address: string | null) => ({ id, address });
const idsOf = (all: readonly { id: string }[]): string[] => all.map((one) => one.id);

test('a home and a file of one address belong together, however the address is written', () => {
  const homes = [dwelling('h1', '御沁园3栋2单元1801室'), dwelling('h2', '锦绣苑1栋101室')];
  const files = [dwelling('f2', '锦绣苑 1幢101'), dwelling('f1', '御沁园3号楼2单元1801')];
  expect(idsOf(homesAt(files[0], { homes, files }))).toEqual(['h2']);
  expect(fileAbout(homes[0], { homes, files })?.id).toBe('f1');
  // With two families at one address, the file belongs to both homes.
  const both = [...homes, dwelling('h3', '锦绣苑1栋101室')];
  expect(idsOf(homesAt(files[0], { homes: both, files }))).toEqual(['h2', 'h3']);
});

test('an address that fits nothing belongs to what is left alone, and to nothing where several are left', () => {
  const homes = [dwelling('h1', null), dwelling('h2', '锦绣苑1栋101室')];
  const files = [dwelling('f1', '浦东某处'), dwelling('f2', '锦绣苑1栋101室')];
  expect(idsOf(homesAt(files[0], { homes, files }))).toEqual(['h1']);
  expect(fileAbout(homes[0], { homes, files })?.id).toBe('f1');
  const more = [...homes, dwelling('h3', '别处')];
  expect(homesAt(files[0], { homes: more, files })).toEqual([]);
  expect(fileAbout(more[0], { homes: more, files })).toBeNull();
  expect(fileAbout(homes[0], { homes, files: [files[1]] })).toBeNull();
});
