import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Room } from '#kernel/language/room.ts';
import type { Behaviour } from './behaviour.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { Ports } from './ports.ts';

/** What PostgreSQL allows here; found out once at the start. */
export interface Capabilities { /** Does the search index work under row-level security? */ readonly searchIndex: boolean }

/** Told after every commit that changed something. */
export interface Change { readonly tenantId: string; readonly paper: string; readonly id: string; readonly action: string; readonly person: string; readonly dept: string | null }

/** Everything the server is made of, put together once. */
export interface House {
  readonly db: Database;
  readonly clock: Clock;
  readonly ports: Ports;
  readonly rooms: readonly Room[];
  readonly papers: ReadonlyMap<string, AnyPaper>;
  readonly behaviours: ReadonlyMap<string, Behaviour>;
  readonly can: Capabilities;
  /** The papers that the kernel itself keeps: the log of documents, and the rules of their numbers. */
  readonly kept: { readonly actionLog?: AnyPaper; readonly numberRule?: AnyPaper };
  /** Signs links of files; made at the first start, never leaves the server. */
  readonly secret: Buffer;
  readonly dataDir: string;
  /** `captcha`: logins answer a picture. `demo`: the demo company and its known accounts are here. */
  readonly settings: { readonly captcha: boolean; readonly demo: boolean };
  announce(change: Change): void;
}

/** The paper of a name; a name nobody defined is a fault of the program. */
export function paperNamed(house: Pick<House, 'papers'>, name: string): AnyPaper {
  const paper = house.papers.get(name);
  if (!paper) throw new Error(`no paper ${name}`);
  return paper;
}
