import { Parser } from 'htmlparser2';
import { BadFile } from './unzip.ts';

/** Attributes of an element, by their names as written. */
export type Attributes = Readonly<Record<string, string>>;

/** Receives the elements of a document in order. Names come without their prefix: `x:row` and `row` are the same. */
export interface XmlReader {
  open(name: string, attributes: Attributes): void;
  text(text: string): void;
  close(name: string): void;
}

/** Maximum depth of elements; a sheet has about ten. */
const MAX_DEPTH = 100;
/** Maximum attributes of an element; a cell has four. */
const MAX_ATTRIBUTES = 1000;
/** Maximum characters of one text or tag, so that an unclosed one does not fill the memory. */
const MAX_LENGTH = 10_000_000;

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Return an attribute by its name without a prefix: `id` finds `r:id`. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  const key = Object.keys(attributes).find((one) => withoutPrefix(one) === name);
  return key === undefined ? undefined : attributes[key];
}

/** Reads XML that arrives in parts. A document that declares a type or entities is refused with `BadFile`. */
export class XmlReading {
  readonly #parser: Parser;
  #depth = 0;
  #attributes = 0;
  #silent = 0;

  constructor(reader: XmlReader) {
    this.#parser = new Parser(
      {
        onattribute: () => {
          if (++this.#attributes > MAX_ATTRIBUTES) throw new BadFile('too many attributes');
        },
        onopentag: (name, attributes) => {
          this.#silent = 0;
          this.#attributes = 0;
          if (++this.#depth > MAX_DEPTH) throw new BadFile('too deep');
          reader.open(withoutPrefix(name), attributes);
        },
        ontext: (text) => {
          this.#silent = 0;
          reader.text(text);
        },
        onclosetag: (name) => {
          this.#silent = 0;
          this.#depth -= 1;
          reader.close(withoutPrefix(name));
        },
        onprocessinginstruction: (name) => {
          if (name.startsWith('!')) throw new BadFile('document type');
        },
      },
      { xmlMode: true },
    );
  }

  write(part: string): void {
    this.#silent += part.length;
    this.#parser.write(part);
    if (this.#silent > MAX_LENGTH + part.length) throw new BadFile('a tag is too long');
  }
}

/** Read a whole document. */
export async function readXml(parts: AsyncIterable<string>, reader: XmlReader): Promise<void> {
  const reading = new XmlReading(reader);
  for await (const part of parts) reading.write(part);
}
