import { Refusal } from '#kernel/language/refusal.ts';

/** What some work refuses, where it does: for those who answer each of many rows. */
export async function refusalIn(work: () => unknown): Promise<Refusal | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
