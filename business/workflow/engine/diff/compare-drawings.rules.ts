// @ts-expect-error -- The package has no types.
import { diff } from 'bpmn-js-differ';
// @ts-expect-error -- The package has types for elements alone, none for its reader.
import { BpmnModdle } from 'bpmn-moddle';
import { parseProcess } from '../compile/parse-process.rules.ts';
import { anjuModdle } from '../model/anju-moddle.rules.ts';
import { type AttributeChange, elementAttributes } from './changed-attributes.rules.ts';
import { diffProcesses } from './diff-processes.rules.ts';

/** Kind of difference of an element between two drawings. `moved`: only its position changed. */
type ChangeKind = 'added' | 'removed' | 'changed' | 'moved';

export interface DrawingChange {
  readonly id: string;
  /** BPMN type without prefix, such as `userTask`. */
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

/** Return changes of one kind to elements without a change of behaviour, such as text notes or moved nodes. */
const drawn = (elements: Diffed, kind: ChangeKind, reported: ReadonlySet<string>): DrawingChange[] =>
  Object.entries(elements)
    .filter(([id, { $type }]) => $type.startsWith('bpmn:') && !reported.has(id))
    .map(([id, element]) => ({ id, type: typeOf(element), name: element.name ?? '', kind, attributes: [] }));

/** Return the changes that alter how the engine runs the processes of two files. */
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

/**
 * Return the changes between two drawings by element id: changes of behaviour first, then of looks. Throws if one
 * cannot be read.
 */
export async function compareDrawings(before: string, after: string): Promise<DrawingChange[]> {
  const reader = new BpmnModdle({ anju: anjuModdle }) as Reader;
  const [one, other] = [await reader.fromXML(before), await reader.fromXML(after)];
  const found = compare(one.rootElement, other.rootElement);
  const changes = await runDifferently(before, after);
  const reported = new Set(changes.map(({ id }) => id));
  return [
    ...changes,
    ...drawn(found._added, 'added', reported),
    ...drawn(found._removed, 'removed', reported),
    ...drawn(found._layoutChanged, 'moved', reported),
  ];
}
