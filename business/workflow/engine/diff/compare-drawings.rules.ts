// @ts-expect-error -- The package has no types.
import { diff } from 'bpmn-js-differ';
// @ts-expect-error -- The package has types for elements alone, none for its reader.
import { BpmnModdle } from 'bpmn-moddle';
import { parseProcess } from '../compile/parse-process.rules.ts';
import { anjuModdle } from '../model/anju-moddle.rules.ts';
import { type AttributeChange, elementAttributes } from './changed-attributes.rules.ts';
import { diffProcesses } from './diff-processes.rules.ts';

/** What became of an element from one drawing to the next; `moved`: it only stands elsewhere. */
type ChangeKind = 'added' | 'removed' | 'changed' | 'moved';

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
}

interface Reader {
  fromXML(xml: string): Promise<{ readonly rootElement: unknown }>;
}

const compare = diff as (before: unknown, after: unknown) => Difference;

const typeOf = ({ $type }: DiffedElement): string => {
  const name = $type.slice($type.indexOf(':') + 1);
  return name.charAt(0).toLowerCase() + name.slice(1);
};

/** Elements that only the drawing knows, such as notes, or that only moved. */
const drawn = (elements: Diffed, kind: ChangeKind, told: ReadonlySet<string>): DrawingChange[] =>
  Object.entries(elements)
    .filter(([id, { $type }]) => $type.startsWith('bpmn:') && !told.has(id))
    .map(([id, element]) => ({ id, type: typeOf(element), name: element.name ?? '', kind, attributes: [] }));

/** What the engine runs differently, over all processes of two files. */
async function runDifferently(before: string, after: string): Promise<DrawingChange[]> {
  const [earlier, later] = [(await parseProcess(before)).processes, (await parseProcess(after)).processes];
  return later.flatMap((process, at) => {
    const old = earlier.find(({ key }) => key === process.key) ?? earlier[at];
    if (!old) return [];
    return diffProcesses(old, process).map((one) => ({
      id: one.id,
      type: one.type,
      name: one.name,
      kind: one.kind,
      attributes: elementAttributes(one),
    }));
  });
}

/** What differs between two drawings: elements by their ids, what runs differently before what only looks so. Throws where one cannot be read. */
export async function compareDrawings(before: string, after: string): Promise<DrawingChange[]> {
  const reader = new BpmnModdle({ anju: anjuModdle }) as Reader;
  const [one, other] = [await reader.fromXML(before), await reader.fromXML(after)];
  const found = compare(one.rootElement, other.rootElement);
  const changes = await runDifferently(before, after);
  const told = new Set(changes.map(({ id }) => id));
  return [
    ...changes,
    ...drawn(found._added, 'added', told),
    ...drawn(found._removed, 'removed', told),
    ...drawn(found._layoutChanged, 'moved', told),
  ];
}
