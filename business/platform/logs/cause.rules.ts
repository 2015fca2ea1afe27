/** Signs that differ from one occurrence to the next and say nothing of the cause. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '#'], [/https?:\/\/[^\s)]+\//gi, ''], [/[?&][^\s)]*/g, ''], [/-[\w]{8}(?=\.(?:js|css)\b)/g, ''], [/\d+/g, '#'],
];

const plain = (text: string): string => CHANGING.reduce((rest, [sign, by]) => rest.replaceAll(sign, by), text).trim();

/** The first place of a stack that is ours: where, and which line. */
export function placeIn(stack: string): { readonly file: string; readonly line: number | null } {
  const found = stack.split('\n').filter((line) => !/node_modules|node:internal/.test(line)).map((line) => /([^\s(/\\]+(?:[/\\][^\s(/\\:]+)*\.[cm]?[jt]sx?)(?:\?[^:\s]*)?:(\d+)/.exec(line)).find(Boolean);
  return found ? { file: found[1].slice(-200), line: Number(found[2]) } : { file: '', line: null };
}

/** A short sum of what makes two faults the same one: kind, message without its numbers, and the place it came from. */
export function causeOf({ name, message, stack }: { readonly name: string; readonly message: string; readonly stack: string }): string {
  const text = [name, plain(message), plain(placeIn(stack).file)].join('\n');
  // FNV-1a over 64 bits: told apart well enough, and the same in every process.
  let sum = 0xcbf29ce484222325n;
  for (const letter of Buffer.from(text)) sum = BigInt.asUintN(64, (sum ^ BigInt(letter)) * 0x100000001b3n);
  return sum.toString(36).padStart(13, '0').slice(0, 13);
}
