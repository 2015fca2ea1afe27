import { demoNumbers, isWithin, measured, writeNumbers } from '../../server/demo/numbers.ts';

/** Measure every figure of docs/demo.md at a moment, and print it. Return how many are outside their range. */
export async function askNumbers(
  ownerUrl: string,
  at: string,
  { isWritten, say }: { readonly isWritten: boolean; readonly say: (line: string) => void },
): Promise<number> {
  const numbers = demoNumbers();
  const found = await measured(ownerUrl, numbers, at);
  let outside = 0;
  for (const [nth, one] of numbers.entries()) {
    const holds = isWithin(one, found[nth]);
    outside += holds ? 0 : 1;
    say(`${holds ? '✓' : '✗'} ${one.title}: ${found[nth] ?? '–'} (${one.low} to ${one.high})`);
  }
  if (isWritten) writeNumbers(found);
  return outside;
}
