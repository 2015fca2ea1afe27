import { Refusal } from '#kernel/language/refusal.ts';
import type { Reading } from '#kernel/server';

/** The answer of SAP; null where it does not answer, with the reason. */
interface SapAnswer<T> {
  readonly answer: T | null;
  readonly tookMs: number;
  readonly failure: string;
}

/** Ask SAP for something that a reader can do without. */
export async function askSap<T>(reading: Pick<Reading, 'instant'>, ask: () => Promise<T>): Promise<SapAnswer<T>> {
  const since = reading.instant();
  const took = (): number => reading.instant() - since;
  try {
    const answer = await ask();
    return { answer, tookMs: took(), failure: '' };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return { answer: null, tookMs: took(), failure: error instanceof Error ? error.message.slice(0, 200) : '' };
  }
}
