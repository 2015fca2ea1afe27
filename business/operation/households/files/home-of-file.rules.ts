/** A home or a service file, as far as it tells one dwelling of a customer from another. */
export interface Addressed {
  readonly id: string;
  readonly address: string | null;
}

/** An address without spaces, and without the words that each person writes in another way. */
const plain = (address: string | null): string =>
  (address ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replaceAll(/[栋幢号楼单元室#-]+/g, '|')
    .replace(/\|$/, '');

const isSame = (one: Addressed, other: Addressed): boolean =>
  plain(one.address) !== '' && plain(one.address) === plain(other.address);

/** Those of `all` that are at the address of `one`; where no text fits, the only ones on both sides that are left belong together. */
function matching<T extends Addressed>(one: Addressed, all: readonly T[], alike: readonly Addressed[]): readonly T[] {
  const exact = all.filter((other) => isSame(one, other));
  if (exact.length > 0) return exact;
  const alone = alike.filter((other) => !all.some((two) => isSame(other, two)));
  const left = all.filter((other) => !alike.some((two) => isSame(other, two)));
  return alone.length === 1 && alone[0].id === one.id && left.length === 1 ? left : [];
}

/** The homes of a customer that are at the address of one of the customer's files. */
export const homesAt = <T extends Addressed>(
  file: Addressed,
  of: { readonly homes: readonly T[]; readonly files: readonly Addressed[] },
): readonly T[] => matching(file, of.homes, of.files);

/** The file of a customer that is about one of the customer's homes; null: none is, or several are. */
export function fileAbout<T extends Addressed>(
  home: Addressed,
  of: { readonly homes: readonly Addressed[]; readonly files: readonly T[] },
): T | null {
  const found = matching(home, of.files, of.homes);
  return found.length === 1 ? found[0] : null;
}
