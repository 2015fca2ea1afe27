import type { FamilyClient } from '#kernel/language/rooms/family-page.ts';
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

/**
 * Pattern of calls that are restricted to certain roles. `path` may end with `**`; without `method` it matches every
 * method.
 */
export interface GuardedCall {
  readonly id: string;
  readonly method?: string;
  readonly path: string;
}

/** The kernel's view of the people and settings of a company; implemented by the room `system`. */
export interface Ports {
  /** The tenant whose people maintain the platform's own papers. */
  readonly platformTenant: string;
  /** Return the person with roles, buttons, departments and teams; null when gone or disabled. */
  person(tenancy: Tenancy, userId: string): Promise<Person | null>;
  /** Return the roles of a company, by their names. */
  roles(tenancy: Tenancy): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Return the items of a dictionary, in order; empty when the code is unknown. */
  choices(tenantId: string, code: string): Promise<readonly DictionaryChoice[]>;
  parameter(tenantId: string, key: string): Promise<string>;
  /** Return SQL for the text of a parameter, in a statement over rows `t` of a tenant. */
  parameterSql(key: string): string;
  /**
   * Return the calls of a company that only some roles may make, by their path below /api. The roles of a person name
   * the calls opened to them.
   */
  guardedCalls(tenantId: string): Promise<readonly GuardedCall[]>;
  /** Return the zone of a tenant, or null when there is no such tenant or it has expired. */
  tenancy(tenantId: string): Promise<Tenancy | null>;
  /** Return every company that may work now. */
  tenancies(): Promise<readonly Tenancy[]>;
  /** Return the ids of a department and of all departments below it, for filters. */
  departmentsBelow(tenantId: string, id: string): Promise<readonly string[]>;
  /** Return the published client that a session belongs to; undefined for our own client and unknown ones. */
  familyClient(clientId: string): Promise<FamilyClient | undefined>;
  /** Drop cached answers after a change of rights: those that depend on `part`, or all. Null: of all companies. */
  forget(tenantId: string | null, part?: string): void;
  /** Note the current version of a company's rights. Answers cached under another version are dropped. */
  at(tenantId: string, rights: string): void;
}
