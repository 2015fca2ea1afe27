import type { CompiledProcess, EventDefinition, ProcessNode, SequenceFlow } from '../model/compiled-process.rules.ts';
import type { PreparedProcess } from '../run/session/prepared-process.rules.ts';
import type { ProcessFinding } from './process-finding.rules.ts';

/** Names that exist in the company. A set that is absent is not checked. */
export interface LintFacts {
  /** Names of registered services. */
  readonly services?: ReadonlySet<string>;
  /** Keys of deployed processes. */
  readonly processes?: ReadonlySet<string>;
  /** Messages that start a process, with the key of that process. */
  readonly startMessages?: ReadonlyMap<string, string>;
  /** Codes of roles, groups, departments and positions. */
  readonly groups?: ReadonlySet<string>;
  readonly users?: ReadonlySet<string>;
  /** Verbs of the papers that the process governs. */
  readonly verbs?: ReadonlySet<string>;
  /** Names of papers that a process may govern. */
  readonly paperNames?: ReadonlySet<string>;
  /** Fields of these papers; `inputs` are those that people set. */
  readonly fields?: ReadonlySet<string>;
  readonly inputs?: ReadonlySet<string>;
}

/** A process to check, with facts derived from it. */
export interface LintSubject {
  readonly process: CompiledProcess;
  readonly prepared: PreparedProcess;
  readonly nodes: readonly ProcessNode[];
  readonly flows: readonly SequenceFlow[];
  readonly facts: LintFacts;
}

/** The node or flow that breaks a rule, and the detail for the text of the finding. */
export type Hit = readonly [place: string, detail?: string];

export interface LintRule {
  readonly code: string;
  readonly level: ProcessFinding['level'];
  readonly find: (subject: LintSubject) => readonly Hit[];
}

/** Return the nodes that break a rule, as hits. */
export const where = (subject: LintSubject, isBroken: (node: ProcessNode) => boolean): Hit[] =>
  subject.nodes.filter((node) => isBroken(node)).map(({ id }) => [id]);

/** Return the nodes with a broken event definition, as hits. */
export const eventsWhere = (
  { nodes }: LintSubject,
  isBroken: (event: EventDefinition, node: ProcessNode) => boolean,
): Hit[] =>
  nodes.flatMap((node) =>
    (node.events ?? [])
      .filter((event) => isBroken(event, node))
      .map((event): Hit => [node.id, event.name ?? event.type]),
  );

/** Return whether a text contains no expression. */
export const isPlain = (text: string): boolean => !/[$#]\{/.test(text);
