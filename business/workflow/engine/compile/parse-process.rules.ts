// @ts-expect-error -- The package has types for elements alone, none for its reader.
import { BpmnModdle } from 'bpmn-moddle';
import type { ProcessFinding } from '../lint/process-finding.rules.ts';
import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import { ENGINE_LIMITS } from '../state/limits.rules.ts';
import { compileProcess } from './compile-process.rules.ts';
import { Extensions } from './extensions.rules.ts';
import { childOf, childrenOf, flagIn, type ModdleElement, typeName } from './moddle-element.rules.ts';
import type { ReadContext } from './read-context.rules.ts';

/** Content of a BPMN file: its executable processes, and findings of the file itself. */
export interface ParsedFile {
  readonly processes: readonly CompiledProcess[];
  readonly findings: readonly ProcessFinding[];
  /** Whether the file contains the coordinates of its elements. */
  readonly hasDiagram: boolean;
}

interface ReadWarning {
  readonly message: string;
  readonly element?: ModdleElement;
  readonly property?: string;
  readonly value?: string;
}

/** The used part of the reader of bpmn-moddle. */
interface BpmnReader {
  fromXML(xml: string): Promise<ReadFile>;
}

interface ReadFile {
  readonly rootElement: ModdleElement;
  readonly warnings: readonly ReadWarning[];
}

const error = (code: string, node = '', detail = ''): ProcessFinding => ({ code, level: 'error', node, detail });
const refused = (finding: ProcessFinding): ParsedFile => ({ processes: [], findings: [finding], hasDiagram: false });

const reader = new BpmnModdle() as BpmnReader;

/** Read a BPMN 2.0 file. Never throws: a file that cannot be read has no processes and one finding. */
export async function parseProcess(xml: string): Promise<ParsedFile> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return refused(error('doctype'));
  if (new TextEncoder().encode(xml).length > ENGINE_LIMITS.fileBytes)
    return refused(error('tooLarge', '', String(ENGINE_LIMITS.fileBytes)));
  try {
    return readFile(await reader.fromXML(xml));
  } catch (fault) {
    return refused(error('unreadable', '', fault instanceof Error ? fault.message.slice(0, 200) : ''));
  }
}

function readFile({ rootElement, warnings }: ReadFile): ParsedFile {
  const nodes = childrenOf(rootElement, 'rootElements').reduce((sum, one) => sum + countIn(one), 0);
  if (nodes > ENGINE_LIMITS.nodes) return refused(error('tooManyNodes', '', String(nodes)));
  const findings: ProcessFinding[] = warnings.flatMap((warning) => findingOf(warning));
  const context = contextOf(rootElement, warnings, findings);
  const pools = poolNames(rootElement);
  const executable = childrenOf(rootElement, 'rootElements').filter(
    (element) => typeName(element) === 'process' && flagIn(element, 'isExecutable', true),
  );
  const processes = executable.map((process) => compileProcess(process, pools.get(process) ?? '', context));
  if (processes.length === 0) findings.push(error('noProcess'));
  return { processes, findings, hasDiagram: childrenOf(rootElement, 'diagrams').length > 0 };
}

const countIn = (element: ModdleElement): number =>
  childrenOf(element, 'flowElements').reduce((sum, one) => sum + 1 + countIn(one), 0);

const poolNames = (definitions: ModdleElement): ReadonlyMap<ModdleElement, string> =>
  new Map(
    childrenOf(definitions, 'rootElements')
      .flatMap((element) => childrenOf(element, 'participants'))
      .flatMap((pool) => {
        const process = childOf(pool, 'processRef');
        return process ? [[process, pool.name ?? ''] as const] : [];
      }),
  );

function contextOf(
  definitions: ModdleElement,
  warnings: readonly ReadWarning[],
  findings: ProcessFinding[],
): ReadContext {
  const literals = new Map<ModdleElement, Map<string, string>>();
  for (const { element, property, value } of warnings) {
    if (!element || property === undefined || value === undefined) continue;
    const own = literals.get(element) ?? new Map<string, string>();
    literals.set(element, own.set(property.slice(property.indexOf(':') + 1), value));
  }
  const named = new Map<ModdleElement, string>();
  return {
    extensions: new Extensions(definitions),
    literals,
    idOf(element) {
      const id = element.id ?? named.get(element) ?? `${typeName(element)}_${named.size + 1}`;
      if (element.id === undefined) named.set(element, id);
      return id;
    },
    report: (finding) => void findings.push(finding),
  };
}

/**
 * Return the findings for warnings of the parser about duplicate ids and unknown elements; other warnings are ignored.
 */
function findingOf({ message }: ReadWarning): ProcessFinding[] {
  const [, twice] = /duplicate ID <([^<>]{1,200})>/.exec(message) ?? [];
  if (twice !== undefined) return [error('duplicateId', twice, twice)];
  const [, unknown] = /unparsable content <([^<>]{1,200})>/.exec(message) ?? [];
  return unknown === undefined ? [] : [{ code: 'unknownElement', level: 'warning', node: '', detail: unknown }];
}
