import type { AssignmentRule } from '../model/assignment.rules.ts';
import type { Delta } from '../state/delta.rules.ts';
import type {
  EngineHost,
  ExpressionFunctions,
  FoundPeople,
  PeopleRequest,
  ProcessDefinition,
  ServiceCall,
} from '../state/host.rules.ts';
import { ProcessError } from '../state/process-error.rules.ts';
import type { VariableValue } from '../state/rows.rules.ts';

/** People and services of a company, for runs without a database. */
export interface MemoryCompany {
  /** Members by role, group, department or position. */
  readonly members?: Readonly<Record<string, readonly string[]>>;
  /** Leaders above a person, nearest first. */
  readonly leaders?: Readonly<Record<string, readonly string[]>>;
  readonly admins?: readonly string[];
  readonly services?: Readonly<Record<string, (call: ServiceCall) => VariableValue | undefined>>;
}

const DAY = 86_400_000;

/** Host of the engine in memory, from definitions and people, with its own clock and ids. Local times are of UTC+8. */
export class MemoryHost implements EngineHost {
  clock: number;
  /** People who passed a task, by id of the instance. */
  readonly #passed = new Map<string, string[]>();
  readonly #definitions = new Map<string, ProcessDefinition>();
  readonly #company: MemoryCompany;
  #lastId = 0;

  constructor(definitions: readonly ProcessDefinition[], company: MemoryCompany, clock: number) {
    for (const definition of definitions) this.#definitions.set(definition.id, definition);
    this.#company = company;
    this.clock = clock;
  }

  now(): number {
    return this.clock;
  }

  newIds(count: number): readonly string[] {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) ids.push(String((this.#lastId += 1)));
    return ids;
  }

  definition(id: string): ProcessDefinition {
    const definition = this.#definitions.get(id);
    if (!definition) throw new ProcessError('noProcess', { key: id });
    return definition;
  }

  definitionByKey(key: string): ProcessDefinition | undefined {
    return [...this.#definitions.values()].findLast((one) => one.key === key);
  }

  people({ by, starterId, actorId }: PeopleRequest): FoundPeople {
    const ids = new Set(by.flatMap((rule) => this.#idsOf(rule, starterId, actorId)));
    const keys = by.flatMap((rule) => keysOf(rule, [...this.#idsOf(rule, starterId, actorId)]));
    return { people: [...ids].map((userId) => ({ userId })), keys: [...new Set(keys)] };
  }

  #idsOf(
    { type, values = [], level = 1 }: AssignmentRule,
    starterId: string,
    actorId: string | null,
  ): readonly string[] {
    const leaders = (of: string): readonly string[] => this.#company.leaders?.[of] ?? [];
    if (type === 'user') return values;
    if (type === 'admin') return this.#company.admins ?? [];
    if (type === 'starter') return [starterId];
    if (type === 'starterLeader') return leaders(starterId).slice(level - 1, level);
    if (type === 'starterLeaders') return leaders(starterId).slice(0, level);
    if (type === 'prevAssignee') return actorId === null ? [] : [actorId];
    if (type === 'deptLeader') return values.flatMap((one) => leaders(one).slice(0, 1));
    return values.flatMap((one) => this.#company.members?.[one] ?? []);
  }

  passedBefore(instanceId: string): readonly string[] {
    return this.#passed.get(instanceId) ?? [];
  }

  /** Record the people who passed tasks in a command, because there is no table with them. */
  remember({ tasks }: Delta): void {
    for (const { instanceId, decision, assigneeId } of tasks.changed)
      if (decision === 'pass' && assigneeId !== null)
        this.#passed.set(instanceId, [...this.passedBefore(instanceId), assigneeId]);
  }

  /** Forget the people who passed tasks in earlier instances. */
  forget(): void {
    this.#passed.clear();
  }

  service(call: ServiceCall): VariableValue | undefined {
    const run = this.#company.services?.[call.name];
    if (!run) throw new ProcessError('noService', { node: call.nodeId, service: call.name });
    return run(call);
  }

  localInstant(text: string): number | undefined {
    const instant = Date.parse(`${text.trim().replace(' ', 'T')}${text.length > 10 ? '' : 'T00:00:00'}+08:00`);
    return Number.isNaN(instant) ? undefined : instant;
  }

  addWorkingTime(from: number, milliseconds: number): number {
    return from + milliseconds;
  }

  readonly functions: ExpressionFunctions = {
    days: (from, to) => {
      const [begin, end] = [from, to].map((value) => this.#instant(value));
      return begin === undefined || end === undefined ? null : Math.round(((end - begin) / DAY) * 10) / 10;
    },
    hasRole: (userId, role) => this.#company.members?.[role]?.includes(userId) ?? false,
  };

  #instant(value: VariableValue): number | undefined {
    if (typeof value === 'number') return value;
    return typeof value === 'string' ? this.localInstant(value) : undefined;
  }
}

const PREFIXES: Partial<Record<AssignmentRule['type'], string>> = { role: 'r', dept: 'd', post: 'p', group: 'g' };

function keysOf({ type, values = [] }: AssignmentRule, ids: readonly string[]): string[] {
  const prefix = PREFIXES[type];
  return prefix === undefined ? ids.map((id) => `u:${id}`) : values.map((value) => `${prefix}:${value}`);
}
