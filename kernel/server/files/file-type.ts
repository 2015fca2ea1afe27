import { BINARY_ENDINGS, MAX_BINARY_MB } from '#kernel/fields/file/binary-file.ts';

/** Type of a file by its first bytes: its name and its declared type may be wrong. */
export interface FileType {
  readonly extension: string;
  readonly type: string;
  readonly face: 'image' | 'video' | 'document' | 'binary';
  readonly most: number;
}

const MB = 1_048_576;
export const MAX_IMAGE = 10 * MB;
export const MAX_VIDEO = 100 * MB;
const MAX_DOCUMENT = 50 * MB;

const image = (extension: string, type = `image/${extension}`): FileType => ({
  extension,
  type,
  face: 'image',
  most: MAX_IMAGE,
});
const document = (extension: string, type: string): FileType => ({
  extension,
  type,
  face: 'document',
  most: MAX_DOCUMENT,
});

const begins = (bytes: Buffer, ...signs: (number | null)[]): boolean =>
  signs.every((sign, at) => sign === null || bytes[at] === sign);
const office = 'application/vnd.openxmlformats-officedocument';

/** Return the type of a binary file by its ending; null: none of the endings. Its content may be anything. */
export function binaryTypeOf(name: string): FileType | null {
  const extension = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? '';
  return BINARY_ENDINGS.includes(extension)
    ? { extension, type: 'application/octet-stream', face: 'binary', most: MAX_BINARY_MB * MB }
    : null;
}

/** Other endings of a type, each with the ending by which the product knows the type. */
const ALIKE: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', m4v: 'mp4', mov: 'mp4' };

/**
 * Return a name that ends on the actual type of the file. So an archive named `photo.jpg` is not opened as a picture.
 */
export function servedName(name: string, extension: string): string {
  const ending = /\.(\w{1,10})$/.exec(name.toLowerCase())?.[1] ?? '';
  return (ALIKE[ending] ?? ending) === extension || !extension ? name : `${name}.${extension}`;
}

/** Return the type of a zip: a spreadsheet, a text or slides by the names inside. Other zips are refused. */
function packedType(bytes: Buffer, name: string): FileType | null {
  const inside = bytes.toString('latin1');
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1];
  if (inside.includes('xl/') || ending === 'xlsx') return document('xlsx', `${office}.spreadsheetml.sheet`);
  if (inside.includes('word/') || ending === 'docx') return document('docx', `${office}.wordprocessingml.document`);
  if (inside.includes('ppt/') || ending === 'pptx') return document('pptx', `${office}.presentationml.presentation`);
  return null;
}

const brandOf = (bytes: Buffer): string =>
  bytes.toString('latin1', 4, 8) === 'ftyp' ? bytes.toString('latin1', 8, 12) : '';

/** Return the picture format of a file that is not accepted, but is named with a way out; null: none of these. */
export function foreignPictureOf(bytes: Buffer): 'heic' | 'avif' | 'tiff' | 'bmp' | null {
  const brand = brandOf(bytes);
  if (/^avi[fs]$/.test(brand)) return 'avif';
  if (/^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) return 'heic';
  if (begins(bytes, 0x49, 0x49, 0x2a, 0) || begins(bytes, 0x4d, 0x4d, 0, 0x2a)) return 'tiff';
  // A bitmap states the size of its header, at most 124 bytes, after the reserved zeros.
  if (
    begins(bytes, 0x42, 0x4d, null, null, null, null, 0, 0, 0, 0) &&
    bytes.length > 17 &&
    bytes.readUInt32LE(14) <= 124
  )
    return 'bmp';
  return null;
}

/** Return the type of a file, or null for refused ones: SVG and HTML above all, since they could act as our page. */
export function fileTypeOf(bytes: Buffer, name: string): FileType | null {
  if (begins(bytes, 0xff, 0xd8, 0xff)) return image('jpg', 'image/jpeg');
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a)) return image('png');
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return image('webp');
  if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return image('gif');
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return document('pdf', 'application/pdf');
  if (begins(bytes, 0x50, 0x4b, 0x03, 0x04)) return packedType(bytes, name);
  if (
    bytes.toString('latin1', 4, 8) === 'ftyp' &&
    /^(isom|iso\d|mp4\d|avc1|M4V |qt  |dash|mmp4|3gp)/.test(bytes.toString('latin1', 8, 12))
  )
    return { extension: 'mp4', type: 'video/mp4', face: 'video', most: MAX_VIDEO };
  return null;
}
