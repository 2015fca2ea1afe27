import type { Label } from '#kernel/language/label.ts';
import type { Tone } from '#kernel/language/dictionary.ts';
import type { Person } from '#kernel/language/permission.ts';
import type { Tenancy } from '../database/database.ts';

/** An item of a dictionary as a tenant has it. */
export interface DictionaryChoice {
  readonly key: string;
  readonly label: Label;
  readonly tone?: Tone;
  readonly sealed: boolean;
}

/** A call closed to all but the roles it was opened to. `path` may end with `**`; `method` absent = every one. */
export interface GuardedCall {
  readonly id: string;
  readonly method?: string;
  readonly path: string;
}

/** What the kernel needs of the people and settings of a company; filled by the room `system`. */
export interface Ports {
  /** The tenant whose people keep the platform's own papers. */
  readonly platformTenant: string;
  /** The person with roles, buttons, departments and teams; null when gone or disabled. */
  person(tenancy: Tenancy, userId: string): Promise<Person | null>;
  /** The roles of a company, by their names. */
  roles(tenancy: Tenancy): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** The items of a dictionary, in order; empty when the code is unknown. */
  choices(tenantId: string, code: string): Promise<readonly DictionaryChoice[]>;
  parameter(tenantId: string, key: string): Promise<string>;
  /** The same as SQL over a row `t` of a tenant's paper: a text. */
  parameterSql(key: string): string;
  /** Calls of a company that only some roles may make: which, by their path below /api; the person's roles name those opened to him. */
  guardedCalls(tenantId: string): Promise<readonly GuardedCall[]>;
  /** The zone of a tenant, or null when there is no such tenant or it has expired. */
  tenancy(tenantId: string): Promise<Tenancy | null>;
  /** Every company that may work now. */
  tenancies(): Promise<readonly Tenancy[]>;
  /** Departments at and below one, for filters. */
  departmentsBelow(tenantId: string, id: string): Promise<readonly string[]>;
  /** Something these answers were made of has changed: the part of the rights that is named, or any. */
  forget(tenantId: string | null, part?: string): void;
  /** A request says how far the rights of a company have come: what was answered at another mark is forgotten. */
  at(tenantId: string, rights: string): void;
}
