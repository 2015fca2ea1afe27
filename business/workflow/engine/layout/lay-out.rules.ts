// @ts-expect-error -- The package has no types.
import { layoutProcess } from 'bpmn-auto-layout';
// @ts-expect-error -- The package has types for elements alone, none for its reader.
import { BpmnModdle } from 'bpmn-moddle';

/** An element that is written to: `get` makes a list that is not there yet. */
interface ModdleElement {
  readonly $type: string;
  get(name: string): unknown;
}

interface Reader {
  fromXML(xml: string): Promise<{ readonly rootElement: ModdleElement }>;
  toXML(element: ModdleElement, options: { readonly format: boolean }): Promise<{ readonly xml: string }>;
}

const layOutProcess = layoutProcess as (xml: string) => Promise<string>;

/** Does a file say where its elements are drawn? */
export const hasDiagram = (xml: string): boolean => /<(?:[\w-]+:)?BPMNShape[\s>]/.test(xml);

const listIn = (element: ModdleElement, name: string): ModdleElement[] =>
  (element.get(name) as ModdleElement[] | undefined) ?? [];

/** Nodes may leave out which flows begin and end at them; whoever lays them out asks for it. */
function nameFlows(scope: ModdleElement): void {
  for (const element of listIn(scope, 'flowElements')) {
    if (listIn(element, 'flowElements').length) nameFlows(element);
    if (element.$type !== 'bpmn:SequenceFlow') continue;
    for (const [end, flows] of [
      ['sourceRef', 'outgoing'],
      ['targetRef', 'incoming'],
    ] as const) {
      const node = element.get(end) as ModdleElement | undefined;
      if (node && !listIn(node, flows).includes(element)) (node.get(flows) as ModdleElement[]).push(element);
    }
  }
}

async function withNamedFlows(xml: string): Promise<string> {
  const reader = new BpmnModdle() as Reader;
  const { rootElement } = await reader.fromXML(xml);
  for (const root of listIn(rootElement, 'rootElements')) nameFlows(root);
  return (await reader.toXML(rootElement, { format: true })).xml;
}

/** Gives a file without coordinates a diagram; one that has them, or cannot be laid out, stays as it is. */
export async function layOut(xml: string): Promise<string> {
  if (hasDiagram(xml)) return xml;
  try {
    return await layOutProcess(await withNamedFlows(xml));
  } catch {
    return xml;
  }
}
