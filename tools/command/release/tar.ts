/** One file of an archive. `name` has `/` between its parts. */
export interface TarFile {
  readonly name: string;
  readonly content: Buffer;
  readonly executable?: boolean;
}

const BLOCK = 512;
const MAX_NAME = 100;
const MAX_PREFIX = 155;

/**
 * Write the files as a tar archive (ustar), all owned by root and with the time `at`: the same files give the same
 * bytes.
 */
export async function* tarOf(files: AsyncIterable<TarFile> | Iterable<TarFile>, at: Date): AsyncGenerator<Buffer> {
  for await (const file of files) {
    yield headerOf(file, at);
    yield file.content;
    yield Buffer.alloc(-file.content.length & (BLOCK - 1));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Fields of a header, by offset: name, mode, user, group, size, time, checksum, type, magic, prefix. */
function headerOf({ name, content, executable }: TarFile, at: Date): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, offset: number, length: number): void =>
    void header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset, 'latin1');
  const [prefix, last] = splitName(name);
  header.write(last, 0);
  octal(executable ? 0o755 : 0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(content.length, 124, 12);
  octal(Math.floor(at.getTime() / 1000), 136, 12);
  header.write(`${' '.repeat(8)}0`, 148);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Split a long name at a slash: the header has room for two parts. */
function splitName(name: string): [prefix: string, last: string] {
  if (Buffer.byteLength(name) <= MAX_NAME) return ['', name];
  const parts = name.split('/');
  for (let at = 1; at < parts.length; at++) {
    const [prefix, last] = [parts.slice(0, at).join('/'), parts.slice(at).join('/')];
    if (Buffer.byteLength(prefix) <= MAX_PREFIX && Buffer.byteLength(last) <= MAX_NAME) return [prefix, last];
  }
  throw new Error(`The name is too long for an archive: ${name}`);
}
