import type { AssignmentRule } from '../model/assignment.rules.ts';
import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import type { Variables, VariableValue } from './rows.rules.ts';

export type Awaitable<T> = T | Promise<T>;

/** A deployed version. */
export interface ProcessDefinition {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly process: CompiledProcess;
}

/** Asks for the people of a task or copy. Expressions, fields and picks were resolved into types `user`, `deptLeader` before. */
export interface PeopleRequest {
  readonly by: readonly AssignmentRule[];
  readonly instanceId: string;
  readonly nodeId: string;
  readonly starterId: string;
  readonly starterDeptId: string;
  /** Who acted in this command, the `prevAssignee` where the host knows none better. */
  readonly actorId: string | null;
  /** Of a task, not of a copy: what its root case is about, and whether the model assigns its node to the starter. */
  readonly task?: { readonly businessTable: string; readonly businessId: string; readonly ofStarter: boolean };
}

export interface AssignedPerson {
  readonly userId: string;
  /** Whose absence the person stands in for. */
  readonly onBehalfOf?: string;
}

export interface FoundPeople {
  /** Active people of the tenant, each once, in the order of the rules. */
  readonly people: readonly AssignedPerson[];
  /** The same as keys of candidates (`u:1`, `r:as_manager`), without naming each member. */
  readonly keys: readonly string[];
}

export interface ServiceCall {
  readonly name: string;
  readonly instanceId: string;
  /** Idempotency key of what is done outside the database. */
  readonly executionId: string;
  readonly nodeId: string;
  readonly inputs: Variables;
  readonly variables: Variables;
}

/** All that the engine does not know by itself. Everything is called inside the transaction of the command. */
export interface EngineHost {
  /** Milliseconds since 1970. */
  now(): number;
  /** New ids, each greater than all before. */
  newIds(count: number): Awaitable<readonly string[]>;
  /** The version an instance runs on. */
  definition(id: string): Awaitable<ProcessDefinition>;
  /** The version that a call activity starts: the newest active one. */
  definitionByKey(key: string): Awaitable<ProcessDefinition | undefined>;
  people(request: PeopleRequest): Awaitable<FoundPeople>;
  /** Who passed a task of this instance before, latest last; asked only where a node has a repeat policy. */
  passedBefore(instanceId: string): Awaitable<readonly string[]>;
  /** Runs a registered service; throws `BpmnError` for its boundary event to catch, or any other error as a fault. */
  service(call: ServiceCall): Awaitable<VariableValue | undefined>;
  /** A date and time without zone, as the company's zone reads it; undefined where it is none. */
  localInstant(text: string): number | undefined;
  /** Adds working time of the company's calendar. */
  addWorkingTime(from: number, milliseconds: number): Awaitable<number>;
  /** Functions that expressions may call beside the built-in ones: working days between two dates, roles of the starter. */
  readonly functions: ExpressionFunctions;
}

export interface ExpressionFunctions {
  /** Working days, one decimal. */
  days(from: VariableValue, to: VariableValue): number | null;
  hasRole(userId: string, role: string): boolean;
}
