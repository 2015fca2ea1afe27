import type { App } from '../../app.ts';
import type { PartOptions, ProcessPart, RunningPart } from './part.ts';

/** Start background processes one after the other, and return them in this order. */
export async function startParts(
  app: App,
  parts: readonly ProcessPart[],
  options: PartOptions,
): Promise<RunningPart[]> {
  const running: RunningPart[] = [];
  for (const part of parts) running.push(await part.start(app, options));
  return running;
}
