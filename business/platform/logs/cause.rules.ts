/** Signs that differ from one occurrence to the next and say nothing of the cause. */
import { lastOf } from '#kernel/language/must.ts';
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '#'],
  [/https?:\/\/[^\s/)]*\/(?:[^\s/)]*\/)*/gi, ''],
  [/[?&][^\s)]*/g, ''],
  [/-[\w]{8}(?=\.(?:js|css)\b)/g, ''],
  [/\d+/g, '#'],
];

const plain = (text: string): string => CHANGING.reduce((rest, [sign, by]) => rest.replaceAll(sign, by), text).trim();

/** A line of a stack longer than this is none. */
const MOST_LINE = 2000;
/** Where a file name ends and its line number stands. */
const ENDING = /\.[cm]?[jt]sx?(?:\?[^:\s]{0,200})?:(\d{1,9})/;

/** The path that ends at `end`: as far back as its parts have names, a colon standing in the first of them alone. */
function pathEnding(line: string, end: number): string {
  const parts = lastOf(line.slice(0, end).split(/[\s(]/)).split(/[/\\]/);
  const from = parts.findLastIndex((part) => !part || part.includes(':'));
  const kept = from < 0 ? parts : parts.slice(parts[from] ? from : from + 1);
  return line.slice(end - kept.join('/').length, end);
}

function placeOf(line: string): { readonly file: string; readonly line: number } | undefined {
  const found = ENDING.exec(line);
  if (!found) return undefined;
  const ending = found.index + found[0].search(/[?:]/);
  return { file: pathEnding(line, ending).slice(-200), line: Number(found[1]) };
}

/** The first place of a stack that is ours: where, and which line. */
export function placeIn(stack: string): { readonly file: string; readonly line: number | null } {
  for (const line of stack.split('\n')) {
    const found = /node_modules|node:internal/.test(line) ? undefined : placeOf(line.slice(0, MOST_LINE));
    if (found) return found;
  }
  return { file: '', line: null };
}

/** A short sum of what makes two faults the same one: kind, message without its numbers, and the place it came from. */
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
  // FNV-1a over 64 bits: told apart well enough, and the same in every process.
  let sum = 0xcbf29ce484222325n;
  for (const letter of Buffer.from(text)) sum = BigInt.asUintN(64, (sum ^ BigInt(letter)) * 0x100000001b3n);
  return sum.toString(36).padStart(13, '0').slice(0, 13);
}
