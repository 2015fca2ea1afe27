import { machineError } from '#kernel/server/settings/startup-error.ts';

const seconds = (sinceMs: number): string => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

/** Run one step of a command, and print it with its duration. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`• ${name}  ${seconds(began)}`);
  return result;
}

/** Print a line within a step. */
export const printLine = (line: string): void => console.log(`  ${line}`);

/**
 * Run a command and set its exit code. A problem that the person can solve is printed as a sentence, any other error
 * with its stack.
 */
export async function command(work: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    const trouble = machineError(error);
    console.error(trouble ? `\n${trouble.message}` : error);
    process.exitCode = 1;
  }
  process.channel?.unref(); // The channel to the launcher would otherwise hold a finished command.
}
