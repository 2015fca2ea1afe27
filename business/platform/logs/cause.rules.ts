import { lastOf } from '#kernel/language/must.ts';

/** Parts of a message that differ between occurrences of one fault, such as ids and numbers, with their replacement. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '#'],
  [/https?:\/\/[^\s/)]*\/(?:[^\s/)]*\/)*/gi, ''],
  [/[?&][^\s)]*/g, ''],
  [/-[\w]{8}(?=\.(?:js|css)\b)/g, ''],
  [/\d+/g, '#'],
];

const plain = (text: string): string => CHANGING.reduce((rest, [sign, by]) => rest.replaceAll(sign, by), text).trim();

/** Maximum number of characters of a stack line in which a file name is searched. */
const MAX_LINE = 2000;
/** Matches the end of a file name and the line number after it, such as `.ts:12`. */
const ENDING = /\.[cm]?[jt]sx?(?:\?[^:\s]{0,200})?:(\d{1,9})/;

/**
 * Return the file path that ends at index `end` of a stack line. It begins after a blank, a bracket or an empty folder
 * name; only its first folder may contain a colon.
 */
function pathEnding(line: string, end: number): string {
  const parts = lastOf(line.slice(0, end).split(/[\s(]/)).split(/[/\\]/);
  const from = parts.findLastIndex((part) => !part || part.includes(':'));
  const path = from < 0 ? parts : parts.slice(parts[from] ? from : from + 1);
  return line.slice(end - path.join('/').length, end);
}

function placeOf(line: string): { readonly file: string; readonly line: number } | undefined {
  const found = ENDING.exec(line);
  if (!found) return undefined;
  const ending = found.index + found[0].search(/[?:]/);
  return { file: pathEnding(line, ending).slice(-200), line: Number(found[1]) };
}

/**
 * Return file and line of the first stack line outside of node_modules and Node itself; an empty file and null without
 * one.
 */
export function placeIn(stack: string): { readonly file: string; readonly line: number | null } {
  for (const line of stack.split('\n')) {
    const found = /node_modules|node:internal/.test(line) ? undefined : placeOf(line.slice(0, MAX_LINE));
    if (found) return found;
  }
  return { file: '', line: null };
}

/** Return a short hash that equal faults share, of their name, their message without numbers, and the file. */
export function causeOf({
  name,
  message,
  stack,
}: {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}): string {
  const text = [name, plain(message), plain(placeIn(stack).file)].join('\n');
  // FNV-1a over 64 bits: distinct enough, and the same in every process.
  let sum = 0xcbf29ce484222325n;
  for (const letter of Buffer.from(text)) sum = BigInt.asUintN(64, (sum ^ BigInt(letter)) * 0x100000001b3n);
  return sum.toString(36).padStart(13, '0').slice(0, 13);
}
