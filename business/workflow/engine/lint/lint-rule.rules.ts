import type { CompiledProcess, EventDefinition, ProcessNode, SequenceFlow } from '../model/compiled-process.rules.ts';
import type { PreparedProcess } from '../run/session/prepared-process.rules.ts';
import type { ProcessFinding } from './process-finding.rules.ts';

/** What the company around a process knows; a set that is absent is not judged. */
export interface LintFacts {
  /** Registered services. */
  readonly services?: ReadonlySet<string>;
  /** Keys of deployed processes. */
  readonly processes?: ReadonlySet<string>;
  /** Messages that start a process, with the key of that process. */
  readonly startMessages?: ReadonlyMap<string, string>;
  /** Codes of roles, groups, departments and positions. */
  readonly groups?: ReadonlySet<string>;
  readonly users?: ReadonlySet<string>;
  /** Verbs of the paper that the process governs. */
  readonly verbs?: ReadonlySet<string>;
  /** Names of papers that a process may govern. */
  readonly paperNames?: ReadonlySet<string>;
  /** Fields of that paper, and those of them that people set. */
  readonly fields?: ReadonlySet<string>;
  readonly inputs?: ReadonlySet<string>;
}

/** A process as the rules look at it. */
export interface LintSubject {
  readonly process: CompiledProcess;
  readonly prepared: PreparedProcess;
  readonly nodes: readonly ProcessNode[];
  readonly flows: readonly SequenceFlow[];
  readonly facts: LintFacts;
}

/** A place where a rule is broken, and what its sentence is about. */
export type Hit = readonly [place: string, detail?: string];

export interface LintRule {
  readonly code: string;
  readonly level: ProcessFinding['level'];
  readonly find: (subject: LintSubject) => readonly Hit[];
}

/** Nodes that a predicate holds for, as hits. */
export const where = (subject: LintSubject, isBroken: (node: ProcessNode) => boolean): Hit[] =>
  subject.nodes.filter((node) => isBroken(node)).map(({ id }) => [id]);

/** Event definitions of some nodes that are broken. */
export const eventsWhere = (
  { nodes }: LintSubject,
  isBroken: (event: EventDefinition, node: ProcessNode) => boolean,
): Hit[] =>
  nodes.flatMap((node) =>
    (node.events ?? [])
      .filter((event) => isBroken(event, node))
      .map((event): Hit => [node.id, event.name ?? event.type]),
  );

/** A text that says nothing but itself. */
export const isPlain = (text: string): boolean => !/[$#]\{/.test(text);
