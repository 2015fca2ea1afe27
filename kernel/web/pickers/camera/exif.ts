/**
 * Facts in the EXIF data of a photo, null if missing. `taken`: `yyyy-MM-dd HH:mm:ss` by the camera's clock. `place`:
 * `lng,lat` in degrees, WGS-84.
 */
export interface Shot {
  readonly taken: string | null;
  readonly place: string | null;
}

const nothing: Shot = { taken: null, place: null };
const [DATE_ORIGINAL, EXIF_PART, GPS_PART] = [0x9003, 0x8769, 0x8825];
const ASCII = 2;

interface Reader {
  readonly view: DataView;
  readonly base: number;
  readonly little: boolean;
}

/** Return the entries of an EXIF directory by tag, each with the type, the number and the offset of its values. */
function entries(
  { view, base, little }: Reader,
  offset: number,
): Map<number, { type: number; count: number; at: number }> {
  const found = new Map<number, { type: number; count: number; at: number }>();
  const start = base + offset;
  const count = view.getUint16(start, little);
  for (let n = 0; n < count; n++) {
    const entry = start + 2 + n * 12;
    const type = view.getUint16(entry + 2, little);
    const many = view.getUint32(entry + 4, little);
    const size = many * ([0, 1, 1, 2, 4, 8][type] ?? 1);
    found.set(view.getUint16(entry, little), {
      type,
      count: many,
      at: size <= 4 ? entry + 8 : base + view.getUint32(entry + 8, little),
    });
  }
  return found;
}

function textAt(reader: Reader, entry: { type: number; count: number; at: number } | undefined): string {
  if (!entry || entry.type !== ASCII) return '';
  return Array.from({ length: entry.count }, (_, n) => String.fromCharCode(reader.view.getUint8(entry.at + n)))
    .join('')
    .replaceAll('\0', '')
    .trim();
}

/**
 * Return decimal degrees from the three fractions of an entry: degrees, minutes and seconds. Null for a missing entry.
 */
function degrees({ view, little }: Reader, entry: { at: number } | undefined): number | null {
  if (!entry) return null;
  const [whole, minutes, seconds] = [0, 1, 2].map(
    (n) => view.getUint32(entry.at + n * 8, little) / Math.max(1, view.getUint32(entry.at + n * 8 + 4, little)),
  );
  return whole + minutes / 60 + seconds / 3600;
}

function placeIn(reader: Reader, offset: number): string | null {
  const gps = entries(reader, offset);
  const [lat, lng] = [degrees(reader, gps.get(2)), degrees(reader, gps.get(4))];
  if (lat === null || lng === null || (lat === 0 && lng === 0)) return null;
  return `${((textAt(reader, gps.get(3)) === 'W' ? -1 : 1) * lng).toFixed(6)},${((textAt(reader, gps.get(1)) === 'S' ? -1 : 1) * lat).toFixed(6)}`;
}

/** Return a reader of the EXIF data of a JPEG, which knows its byte order; null if the file has none. */
function partOf(view: DataView): Reader | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 10 < view.byteLength && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint16(at) === 0xffe1 && view.getUint32(at + 4) === 0x45786966)
      return { view, base: at + 10, little: view.getUint16(at + 10) === 0x4949 };
  }
  return null;
}

/** Read a JPEG; missing or malformed facts are null. */
export function shotOf(bytes: ArrayBuffer): Shot {
  try {
    const reader = partOf(new DataView(bytes));
    if (!reader) return nothing;
    const first = entries(reader, reader.view.getUint32(reader.base + 4, reader.little));
    const offsetOf = (tag: number): number | null => {
      const entry = first.get(tag);
      return entry ? reader.view.getUint32(entry.at, reader.little) : null;
    };
    const [exif, gps] = [offsetOf(EXIF_PART), offsetOf(GPS_PART)];
    const written = exif === null ? '' : textAt(reader, entries(reader, exif).get(DATE_ORIGINAL));
    const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(written);
    return {
      taken: parts ? `${parts[1]}-${parts[2]}-${parts[3]} ${parts[4]}` : null,
      place: gps === null ? null : placeIn(reader, gps),
    };
  } catch {
    return nothing;
  }
}
