// @ts-expect-error -- The package has no types.
import { diff } from 'bpmn-js-differ';
// @ts-expect-error -- The package has types for elements alone, none for its reader.
import { BpmnModdle } from 'bpmn-moddle';
import { parseProcess } from '../compile/parse-process.rules.ts';
import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import { anjuModdle } from '../model/anju-moddle.rules.ts';
import { type AttributeChange, changesOf } from './changed-attributes.rules.ts';

/** What became of an element from one drawing to the next; `moved`: it only stands elsewhere. */
export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved';

export interface DrawingChange {
  readonly id: string;
  /** Type in BPMN, such as `userTask`. */
  readonly type: string;
  readonly name: string;
  readonly kind: ChangeKind;
  readonly attributes: readonly AttributeChange[];
}

interface DiffedElement {
  readonly $type: string;
  readonly name?: string;
}

type Diffed = Readonly<Record<string, DiffedElement>>;

interface Difference {
  readonly _added: Diffed;
  readonly _removed: Diffed;
  readonly _layoutChanged: Diffed;
  readonly _changed: Readonly<Record<string, { readonly model: DiffedElement }>>;
}

interface Reader {
  fromXML(xml: string): Promise<{ readonly rootElement: unknown }>;
}

const compare = diff as (before: unknown, after: unknown) => Difference;

const typeOf = (element: DiffedElement): string => {
  const name = element.$type.slice(element.$type.indexOf(':') + 1);
  return name.charAt(0).toLowerCase() + name.slice(1);
};

/** Parts of all processes by their ids, as the engine runs them. */
const partsOf = (processes: readonly CompiledProcess[]): ReadonlyMap<string, object> =>
  new Map(
    processes.flatMap(({ nodes, flows, key, ...process }): [string, object][] => [
      [key, process],
      ...Object.entries(nodes),
      ...Object.entries(flows),
    ]),
  );

/** Elements of one kind; what both readings found counts once. */
const told = (elements: Diffed, kind: ChangeKind, skip: (id: string) => boolean): DrawingChange[] =>
  Object.entries(elements)
    .filter(([id, element]) => element.$type.startsWith('bpmn:') && !skip(id))
    .map(([id, element]) => ({ id, type: typeOf(element), name: element.name ?? '', kind, attributes: [] }));

/**
 * What differs between two drawings: elements by their ids, with what the engine runs differently. Throws where one cannot be read.
 */
export async function compareDrawings(before: string, after: string): Promise<DrawingChange[]> {
  const reader = new BpmnModdle({ anju: anjuModdle }) as Reader;
  const [one, other] = [await reader.fromXML(before), await reader.fromXML(after)];
  const found = compare(one.rootElement, other.rootElement);
  const [earlier, later] = [
    partsOf((await parseProcess(before)).processes),
    partsOf((await parseProcess(after)).processes),
  ];
  const changed: DrawingChange[] = Object.entries(found._changed)
    .filter(([, { model }]) => model.$type.startsWith('bpmn:'))
    .map(([id, { model }]) => ({
      id,
      type: typeOf(model),
      name: model.name ?? '',
      kind: 'changed' as const,
      attributes: changesOf(earlier.get(id), later.get(id)),
    }))
    .filter(({ id, attributes }) => attributes.length > 0 || !(earlier.has(id) && later.has(id)));
  const seen = new Set([...changed.map(({ id }) => id), ...Object.keys(found._added), ...Object.keys(found._removed)]);
  for (const [id, part] of later) {
    const attributes = seen.has(id) || !earlier.has(id) ? [] : changesOf(earlier.get(id), part);
    if (attributes.length === 0) continue;
    seen.add(id);
    changed.push({ id, ...faceOf(part), kind: 'changed', attributes });
  }
  return [
    ...told(found._added, 'added', () => false),
    ...told(found._removed, 'removed', () => false),
    ...changed,
    ...told(found._layoutChanged, 'moved', (id) => seen.has(id)),
  ];
}

const faceOf = (part: object): { type: string; name: string } => {
  const { type = 'sequenceFlow', name = '' } = part as { type?: string; name?: string };
  return { type, name };
};
