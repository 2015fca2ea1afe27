import { withoutAtEnd } from '#kernel/fields/text/text-ends.ts';
import { FrameFault, latinOf } from '../frame.rules.ts';

/** Names of character sets in configurations, with those of the Encoding Standard. */
const labels: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  text: 'utf-8',
  ascii: 'latin1',
  latin1: 'latin1',
  gbk: 'gbk',
};

/** Reads and writes text of one character set. */
export interface Charset {
  readonly read: (bytes: Uint8Array) => string;
  readonly write: (text: string) => Uint8Array;
}

/** Bytes of each character that GBK has in two bytes; made when a text is first written. */
let gbkBytes: Map<string, readonly [number, number]> | null = null;

function gbkTable(): Map<string, readonly [number, number]> {
  const made = new Map<string, readonly [number, number]>();
  const decoder = new TextDecoder('gbk');
  for (let high = 0x81; high < 0xff; high++)
    for (let low = 0x40; low < 0xff; low++) {
      const text = decoder.decode(Uint8Array.of(high, low));
      if (text.length === 1 && text !== '\uFFFD' && !made.has(text)) made.set(text, [high, low]);
    }
  return made;
}

function gbkOf(text: string): Uint8Array {
  gbkBytes ??= gbkTable();
  const bytes: number[] = [];
  for (const one of text) {
    const code = one.codePointAt(0) ?? 0;
    const pair = gbkBytes.get(one);
    if (code > 0x7f && !pair) throw new FrameFault([`GBK 没有字符“${one}”`, `GBK has no character “${one}”`], 'VALUE');
    if (pair) bytes.push(...pair);
    else bytes.push(code);
  }
  return Uint8Array.from(bytes);
}

const bytesOfLatin = (text: string): Uint8Array => Uint8Array.from(text, (one) => (one.codePointAt(0) ?? 0) & 0xff);

/** Return the character set of this name; throw `FrameFault` for an unknown one. */
export function charsetNamed(name: string): Charset {
  if (!Object.hasOwn(labels, name))
    throw new FrameFault([`不支持的字符集:${name}`, `Unknown character set: ${name}`], 'CONFIG');
  const decoder = new TextDecoder(labels[name]);
  const isLatin = labels[name] === 'latin1';
  return {
    read: (bytes) => withoutAtEnd(isLatin ? latinOf(bytes) : decoder.decode(bytes), '\0 '),
    write: (text) =>
      labels[name] === 'gbk' ? gbkOf(text) : isLatin ? bytesOfLatin(text) : new TextEncoder().encode(text),
  };
}
