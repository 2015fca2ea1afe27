// @ts-expect-error -- The package has no types.
import { layoutProcess } from 'bpmn-auto-layout';
// @ts-expect-error -- The package has types for elements alone, none for its reader.
import { BpmnModdle } from 'bpmn-moddle';

/** An element that is changed: `get` of a list property creates the list if it is missing. */
interface ModdleElement {
  readonly $type: string;
  get(name: string): unknown;
}

interface Reader {
  fromXML(xml: string): Promise<{ readonly rootElement: ModdleElement }>;
  toXML(element: ModdleElement, options: { readonly format: boolean }): Promise<{ readonly xml: string }>;
}

const layOutProcess = layoutProcess as (xml: string) => Promise<string>;

/** Return whether a file contains the coordinates of its elements. */
export const hasDiagram = (xml: string): boolean => /<(?:[\w-]+:)?BPMNShape[\s>]/.test(xml);

const listIn = (element: ModdleElement, name: string): ModdleElement[] =>
  (element.get(name) as ModdleElement[] | undefined) ?? [];

/** Add each flow to the lists of its two nodes: BPMN allows them to be missing, but the layout needs them. */
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

/**
 * Add a computed diagram to a file without coordinates. A file with a diagram, or one that cannot be laid out, is
 * returned unchanged.
 */
export async function layOut(xml: string): Promise<string> {
  if (hasDiagram(xml)) return xml;
  try {
    return await layOutProcess(await withNamedFlows(xml));
  } catch {
    return xml;
  }
}
