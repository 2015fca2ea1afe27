import type { AssignmentRule } from '../model/assignment.rules.ts';
import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import type { Variables, VariableValue } from './rows.rules.ts';

export type Awaitable<T> = T | Promise<T>;

/** A deployed version of a process. */
export interface ProcessDefinition {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly process: CompiledProcess;
}

/**
 * Request for the people of a task or copy. Expressions, fields and picks are already resolved to rules of type `user`
 * or `deptLeader`.
 */
export interface PeopleRequest {
  readonly by: readonly AssignmentRule[];
  readonly instanceId: string;
  readonly nodeId: string;
  readonly starterId: string;
  readonly starterDeptId: string;
  /** The caller of this command, who counts as `prevAssignee`; null: the product. */
  readonly actorId: string | null;
  /**
   * Only for tasks: the row that the root instance is about, and whether the model assigns the task to the starter.
   * Absent for copies.
   */
  readonly task?: { readonly businessTable: string; readonly businessId: string; readonly ofStarter: boolean };
}

export interface AssignedPerson {
  readonly userId: string;
  /** The absent person whom this person represents. */
  readonly onBehalfOf?: string;
}

export interface FoundPeople {
  /** Active people of the tenant, each once, in the order of the rules. */
  readonly people: readonly AssignedPerson[];
  /**
   * Candidate keys for the same people (`u:1`, `r:2`). A rule for a role gives the key of the role, not of its members.
   */
  readonly keys: readonly string[];
}

export interface ServiceCall {
  readonly name: string;
  readonly instanceId: string;
  /** Idempotency key for effects outside the database: it is the same if the command is repeated. */
  readonly executionId: string;
  readonly nodeId: string;
  readonly inputs: Variables;
  readonly variables: Variables;
}

/** Functions that the server provides to the engine. All calls run inside the transaction of the command. */
export interface EngineHost {
  /** Return the present moment, in milliseconds since 1970. */
  now(): number;
  /** Return new ids, each greater than all earlier ones. */
  newIds(count: number): Awaitable<readonly string[]>;
  /** Return the version that an instance runs on. */
  definition(id: string): Awaitable<ProcessDefinition>;
  /** Return the version that a call activity starts: the newest active one. */
  definitionByKey(key: string): Awaitable<ProcessDefinition | undefined>;
  people(request: PeopleRequest): Awaitable<FoundPeople>;
  /**
   * Return the people who passed a task of this instance before, the latest last. Called only for nodes with a repeat
   * policy.
   */
  passedBefore(instanceId: string): Awaitable<readonly string[]>;
  /**
   * Run a registered service. A thrown `BpmnError` goes to an error boundary event; any other error fails the command.
   */
  service(call: ServiceCall): Awaitable<VariableValue | undefined>;
  /** Return the instant of a date and time without zone in the company's zone; undefined if the text is none. */
  localInstant(text: string): number | undefined;
  /** Return the instant after an amount of working time of the company; both are in milliseconds. */
  addWorkingTime(from: number, milliseconds: number): Awaitable<number>;
  /** Functions that expressions may call in addition to the built-in ones. */
  readonly functions: ExpressionFunctions;
}

export interface ExpressionFunctions {
  /** Return the working days between two moments, to one decimal; null if they are no moments. */
  days(from: VariableValue, to: VariableValue): number | null;
  hasRole(userId: string, role: string): boolean;
}
