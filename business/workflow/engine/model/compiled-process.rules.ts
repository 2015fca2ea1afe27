import type { Assignment, TaskTimeout } from './assignment.rules.ts';
import type { EventType, NodeType } from './node-types.rules.ts';

/** The definition of one event. Expressions are stored as they were written. */
export interface EventDefinition {
  readonly type: EventType;
  /** Name of message or signal, code of error or escalation, name of a link; may hold `${…}`. Empty: any. */
  readonly name?: string;
  readonly timer?: { readonly kind: 'date' | 'duration' | 'cycle'; readonly value: string };
  /** Of a conditional event. */
  readonly condition?: string;
  /** Activity that a compensation is thrown for; absent: all of the scope. */
  readonly activity?: string;
  /** Value that tells instances with the same message apart. */
  readonly correlation?: string;
  /** Variables that take the code and the message of what was caught. */
  readonly codeVariable?: string;
}

/** Several times the same activity. */
export type Loop =
  | { readonly kind: 'standard'; readonly condition?: string; readonly most?: string; readonly testBefore: boolean }
  | {
      readonly kind: 'multi';
      readonly sequential: boolean;
      readonly cardinality?: string;
      readonly collection?: string;
      readonly elementVariable?: string;
      readonly completion?: string;
    };

/** A variable handed over by name or expression. */
export interface Mapping {
  readonly source: string;
  readonly target: string;
}

/** What a user task says beyond BPMN. */
export interface UserTaskPart {
  readonly assignment: Assignment;
  readonly formKey?: string;
  /** Expression: instant, ISO 8601 date or duration. */
  readonly dueDate?: string;
  readonly priority?: string;
  readonly timeout?: TaskTimeout;
  /** Rights of fields and buttons, as the form reads them. */
  readonly fields?: Readonly<Record<string, 'read' | 'edit' | 'hide'>>;
  readonly buttons?: readonly string[];
  /** Who gets a copy when it is done. */
  readonly copyTo?: Assignment['by'];
}

export interface ProcessNode {
  readonly id: string;
  readonly type: NodeType;
  readonly name: string;
  /** Sub-process that holds it; empty for the process itself. */
  readonly scope: string;
  readonly incoming: readonly string[];
  readonly outgoing: readonly string[];
  readonly defaultFlow?: string;
  /** Definitions of an event; none for a plain one. */
  readonly events?: readonly EventDefinition[];
  /** All of several definitions must happen, not any. */
  readonly parallelMultiple?: boolean;
  /** Host of a boundary event. */
  readonly attachedTo?: string;
  /** Boundary events and start events of event sub-processes: ends what it stands on. */
  readonly interrupting?: boolean;
  /** Boundary events on this activity. */
  readonly boundaries?: readonly string[];
  readonly loop?: Loop;
  readonly isForCompensation?: boolean;
  /** A receive task that its message begins an instance with. */
  readonly instantiates?: boolean;
  /** The compensation handler of an activity, from its boundary event. */
  readonly compensatedBy?: string;
  /** An event sub-process. */
  readonly triggeredByEvent?: boolean;
  readonly userTask?: UserTaskPart;
  /** Runs by a job of its own, after the command that reached it. */
  readonly async?: boolean;
  /** Name of a registered service. */
  readonly service?: string;
  /** Inputs of a service; expressions by name. */
  readonly inputs?: readonly Mapping[];
  readonly outputs?: readonly Mapping[];
  /** Variable that takes what a service answers. */
  readonly resultVariable?: string;
  /** Lines `variable = expression` of a script task. */
  readonly script?: readonly Mapping[];
  /** Key of the process that a call activity starts; may hold `${…}`. */
  readonly calledProcess?: string;
  /** Variables that the form of a start event asks for. */
  readonly startFields?: readonly string[];
  /** Variable that takes who started. */
  readonly initiatorVariable?: string;
  /** Of an end event: how the instance ended. */
  readonly outcome?: 'approved' | 'rejected';
  /** Verbs of the governed paper, acted when a node is entered or done. */
  readonly onEnter?: string;
  readonly onComplete?: string;
  /** Tokens taken at once and given at once, where not 1. */
  readonly startQuantity?: number;
  readonly completionQuantity?: number;
  readonly lane?: string;
  readonly documentation?: string;
}

export interface SequenceFlow {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  readonly target: string;
  readonly condition?: string;
}

/** One executable process, as it is stored with its definition: plain JSON, versions by `format`. */
export interface CompiledProcess {
  readonly format: 1;
  readonly key: string;
  readonly name: string;
  readonly documentation?: string;
  readonly nodes: Readonly<Record<string, ProcessNode>>;
  readonly flows: Readonly<Record<string, SequenceFlow>>;
  /** Category of the dictionary `flow`, with its prefix, where the file names one. */
  readonly category?: string;
  /** Names of the papers that it governs; absent: any that the company binds to it. */
  readonly papers?: readonly string[];
  /** Keys of people who may start it, such as `role:as_hr`; absent: all staff. */
  readonly starters?: readonly string[];
}
