/** Part of a file, both ends included. */
export interface FileRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Return the part of a file that a request wants: undefined for the whole file, null if it is out of the file. Only one
 * range is served; of several the whole file is sent, as HTTP permits. `If-Range` with another version means the whole
 * file.
 */
export function wantedRange(
  { range, ifRange }: { readonly range: string | undefined; readonly ifRange: string | undefined },
  { size, etag }: { readonly size: number; readonly etag: string },
): FileRange | null | undefined {
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? '');
  if (!found || found[0] === 'bytes=-') return undefined;
  const [, first, last] = found;
  return first === ''
    ? lastBytes(Number(last), size)
    : between(Number(first), last === '' ? size - 1 : Number(last), size);
}

/** Return the bytes between two places. A range that ends before it begins is no range, so the whole file is meant. */
function between(first: number, last: number, size: number): FileRange | null | undefined {
  if (first >= size) return null;
  return last < first ? undefined : { from: first, to: Math.min(last, size - 1) };
}

const lastBytes = (count: number, size: number): FileRange | null =>
  count > 0 && size > 0 ? { from: Math.max(0, size - count), to: size - 1 } : null;
