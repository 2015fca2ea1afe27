import { machineError } from '#kernel/server/settings/startup-error.ts';

const seconds = (sinceMs: number): string => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

/** One step of a command, said with the time it took. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`• ${name}  ${seconds(began)}`);
  return result;
}

/** A line within a step. */
export const printLine = (line: string): void => console.log(`  ${line}`);

/** Runs a command to its end. What the person can mend is shown as a sentence, anything else is a fault of ours and keeps its stack. */
export async function command(work: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    const trouble = machineError(error);
    console.error(trouble ? `\n${trouble.message}` : error);
    process.exitCode = 1;
  }
  process.channel?.unref(); // The launcher's channel must not keep a finished command alive.
}
