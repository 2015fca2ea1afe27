/** A home or a service file of a customer, with its address as text; null: unknown. */
export interface Addressed {
  readonly id: string;
  readonly address: string | null;
}

/**
 * Normalize an address: no spaces, and one separator for the words between its numbers, which people write differently.
 */
const plain = (address: string | null): string =>
  (address ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replaceAll(/[栋幢号楼单元室#-]+/g, '|')
    .replace(/\|$/, '');

const isSame = (one: Addressed, other: Addressed): boolean =>
  plain(one.address) !== '' && plain(one.address) === plain(other.address);

/**
 * Return those of `all` at the address of `one`. If no address fits, the only unmatched home and the only unmatched
 * file belong together.
 */
function matching<T extends Addressed>(one: Addressed, all: readonly T[], alike: readonly Addressed[]): readonly T[] {
  const exact = all.filter((other) => isSame(one, other));
  if (exact.length > 0) return exact;
  const alone = alike.filter((other) => !all.some((two) => isSame(other, two)));
  const left = all.filter((other) => !alike.some((two) => isSame(other, two)));
  return alone.length === 1 && alone[0].id === one.id && left.length === 1 ? left : [];
}

/** Return the homes of a customer that a service file of that customer belongs to. */
export const homesAt = <T extends Addressed>(
  file: Addressed,
  of: { readonly homes: readonly T[]; readonly files: readonly Addressed[] },
): readonly T[] => matching(file, of.homes, of.files);

/** Return the service file that belongs to a home of the customer; null: none, or several. */
export function fileAbout<T extends Addressed>(
  home: Addressed,
  of: { readonly homes: readonly Addressed[]; readonly files: readonly T[] },
): T | null {
  const found = matching(home, of.files, of.homes);
  return found.length === 1 ? found[0] : null;
}
