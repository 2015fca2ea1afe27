import type { Assignment, TaskTimeout } from './assignment.rules.ts';
import type { EventType, NodeType } from './node-types.rules.ts';

/** The definition of one event. Expressions are stored as written. */
export interface EventDefinition {
  readonly type: EventType;
  /** Name of a message, signal or link, or code of an error or escalation; may contain `${…}`. Absent: any. */
  readonly name?: string;
  readonly timer?: { readonly kind: 'date' | 'duration' | 'cycle'; readonly value: string };
  /** Expression of a conditional event. */
  readonly condition?: string;
  /** The activity to compensate; absent: all activities of the scope. */
  readonly activity?: string;
  /** Value by which a message finds the right instance among those that wait for it. */
  readonly correlation?: string;
  /** Variable that receives the code of a caught error or escalation. */
  readonly codeVariable?: string;
}

/** How an activity runs several times: a loop, or several instances. */
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

/** A value to pass on: `source` is a variable or expression, `target` the name of the receiving variable. */
export interface Mapping {
  readonly source: string;
  readonly target: string;
}

/** Extensions of a user task beyond BPMN. */
export interface UserTaskPart {
  readonly assignment: Assignment;
  readonly formKey?: string;
  /** Expression for the due time; it gives an instant, a date, or an ISO 8601 duration. */
  readonly dueDate?: string;
  readonly priority?: string;
  readonly timeout?: TaskTimeout;
  /** Rights on fields by name, and (`buttons`) the verbs that the task offers. */
  readonly fields?: Readonly<Record<string, 'read' | 'edit' | 'hide'>>;
  readonly buttons?: readonly string[];
  /** Rules for the people who get a copy when the task is done. */
  readonly copyTo?: Assignment['by'];
}

export interface ProcessNode {
  readonly id: string;
  readonly type: NodeType;
  readonly name: string;
  /** Id of the sub-process that contains the node; empty for the process itself. */
  readonly scope: string;
  readonly incoming: readonly string[];
  readonly outgoing: readonly string[];
  readonly defaultFlow?: string;
  /** Definitions of an event; absent for an event without a trigger. */
  readonly events?: readonly EventDefinition[];
  /** The event happens only after all of its definitions have happened. */
  readonly parallelMultiple?: boolean;
  /** Id of the activity that a boundary event is attached to. */
  readonly attachedTo?: string;
  /** For boundary events and starts of event sub-processes: whether they end the activity or scope. Absent: yes. */
  readonly interrupting?: boolean;
  /** Ids of the boundary events attached to this activity. */
  readonly boundaries?: readonly string[];
  readonly loop?: Loop;
  readonly isForCompensation?: boolean;
  /** A receive task whose message can start an instance. */
  readonly instantiates?: boolean;
  /** Id of the handler that compensates this activity. */
  readonly compensatedBy?: string;
  /** Whether a sub-process is an event sub-process. */
  readonly triggeredByEvent?: boolean;
  readonly userTask?: UserTaskPart;
  /** Whether the work runs in a job of its own, after the command that reached the node. */
  readonly async?: boolean;
  /** Name of the registered service to call. */
  readonly service?: string;
  /** Inputs of the service or the called process; `outputs` are the values that return. */
  readonly inputs?: readonly Mapping[];
  readonly outputs?: readonly Mapping[];
  /** Variable that receives the result of a service. */
  readonly resultVariable?: string;
  /** Lines `variable = expression` of a script task. */
  readonly script?: readonly Mapping[];
  /** Key of the process that a call activity starts; may hold `${…}`. */
  readonly calledProcess?: string;
  /** Names of the variables that the starter may send. */
  readonly startFields?: readonly string[];
  /** Name of the variable that holds the starter. */
  readonly initiatorVariable?: string;
  /** Outcome of the instance if it ends at this end event. */
  readonly outcome?: 'approved' | 'rejected';
  /** Verbs to run on the governed paper when the node is entered (`onEnter`) or done (`onComplete`). */
  readonly onEnter?: string;
  readonly onComplete?: string;
  /** Number of tokens that begin an activity (`startQuantity`), or leave it (`completionQuantity`); absent: 1. */
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

/** A compiled process, as stored with its version: plain JSON, whose shape `format` identifies. */
export interface CompiledProcess {
  readonly format: 1;
  readonly key: string;
  readonly name: string;
  readonly documentation?: string;
  readonly nodes: Readonly<Record<string, ProcessNode>>;
  readonly flows: Readonly<Record<string, SequenceFlow>>;
  /** Category that the file names: `flow_` and a key of the dictionary `flow`. */
  readonly category?: string;
  /** Names of the papers that it governs; absent: any that the company binds to it. */
  readonly papers?: readonly string[];
  /** Keys of people who may start it, such as `role:as_hr`; absent: all staff. */
  readonly starters?: readonly string[];
}
