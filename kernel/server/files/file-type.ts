/** What a file is, by its first bytes: names and declared types are only what somebody says. */
export interface FileType {
  readonly extension: string;
  readonly type: string;
  readonly face: 'image' | 'video' | 'document';
  readonly most: number;
}

const MB = 1_048_576;
export const MOST_IMAGE = 10 * MB;
export const MOST_VIDEO = 100 * MB;
const MOST_DOCUMENT = 50 * MB;

const image = (extension: string, type = `image/${extension}`): FileType => ({
  extension,
  type,
  face: 'image',
  most: MOST_IMAGE,
});
const document = (extension: string, type: string): FileType => ({
  extension,
  type,
  face: 'document',
  most: MOST_DOCUMENT,
});

const begins = (bytes: Buffer, ...signs: (number | null)[]): boolean =>
  signs.every((sign, at) => sign === null || bytes[at] === sign);
const office = 'application/vnd.openxmlformats-officedocument';

/** Endings that say the same. */
const ALIKE: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', m4v: 'mp4', mov: 'mp4' };

/** A name with the ending of what the file is, whatever it was called: nothing opens a program by the name of a picture. */
export function servedName(name: string, extension: string): string {
  const ending = /\.(\w{1,10})$/.exec(name.toLowerCase())?.[1] ?? '';
  return (ALIKE[ending] ?? ending) === extension || !extension ? name : `${name}.${extension}`;
}

/** A zip is a spreadsheet, a text or slides when the names inside say so; any other zip is not taken. */
function packedType(bytes: Buffer, name: string): FileType | null {
  const inside = bytes.toString('latin1');
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1];
  if (inside.includes('xl/') || ending === 'xlsx') return document('xlsx', `${office}.spreadsheetml.sheet`);
  if (inside.includes('word/') || ending === 'docx') return document('docx', `${office}.wordprocessingml.document`);
  if (inside.includes('ppt/') || ending === 'pptx') return document('pptx', `${office}.presentationml.presentation`);
  return null;
}

/** The type of a file, or null for what is not taken: SVG and HTML above all, since they could act as us. */
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
    return { extension: 'mp4', type: 'video/mp4', face: 'video', most: MOST_VIDEO };
  return null;
}
