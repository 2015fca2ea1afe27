// @ts-expect-error -- The package has no types.
import { layoutProcess } from 'bpmn-auto-layout';

const layOutProcess = layoutProcess as (xml: string) => Promise<string>;

/** Does a file say where its elements are drawn? */
export const hasDiagram = (xml: string): boolean => /<(?:[\w-]+:)?BPMNShape[\s>]/.test(xml);

/** Gives a file without coordinates a diagram; one that has them, or cannot be laid out, stays as it is. */
export async function layOut(xml: string): Promise<string> {
  if (hasDiagram(xml)) return xml;
  try {
    return await layOutProcess(xml);
  } catch {
    return xml;
  }
}
