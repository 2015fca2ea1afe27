import type { Invariant } from '#kernel/language/invariant.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Room } from '#kernel/language/room.ts';
import type { Behaviour, Serving } from './behaviour.ts';
import type { Channels } from './ports/channels/channel.ts';
import type { Clock } from './time/clock.ts';
import type { Database } from './database/database.ts';
import type { Storage } from './files/storage.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Outbox } from './jobs/outbox.ts';
import type { Ports } from './ports/ports.ts';
import type { Captions } from './rows/captions.ts';
import type { Settings } from './settings/settings.ts';
import type { LockOrder } from './database/lock-order.ts';
import type { LockWatch } from './database/lock-watch.ts';
import type { Ids } from './write/ids.ts';
import type { Vault } from './secrets/vault.ts';

/** What PostgreSQL allows here; found out once at the start. */
export interface Capabilities {
  /** Does the search index work under row-level security? */ readonly searchIndex: boolean;
}

/** Told after every commit that changed something. */
export interface Change {
  readonly tenantId: string;
  readonly paper: string;
  readonly id: string;
  readonly action: string;
  readonly person: string;
  readonly dept: string | null;
}

/** Everything the server is made of, put together once. */
export interface App {
  readonly db: Database;
  /** Connections of their own for small questions, which must never wait for the transaction that asks them. */
  readonly sidePool: Database;
  /** Ends all connections. */
  close(): Promise<void>;
  readonly clock: Clock;
  readonly ports: Ports;
  readonly captions: Captions;
  /** Ids of new rows. */
  readonly ids: Ids;
  readonly rooms: readonly Room[];
  readonly papers: ReadonlyMap<string, AnyPaper>;
  readonly behaviours: ReadonlyMap<string, Behaviour>;
  /** What rooms do for each other, by the name of the service. */
  readonly services: ReadonlyMap<string, Serving>;
  /** What rooms add to places of others, by the name of the place. */
  readonly contributions: ReadonlyMap<string, readonly unknown[]>;
  /** What always holds, of all rooms. */
  readonly invariants: readonly Invariant[];
  /** The one order in which transactions take their locks. */
  readonly lockOrder: LockOrder;
  /** Looks over it, where somebody asked for that. */
  readonly lockWatch: LockWatch | undefined;
  readonly can: Capabilities;
  /** The papers that the kernel itself keeps: the log of documents, the rules of their numbers, and uploaded files. */
  readonly ownPapers: { readonly actionLog?: AnyPaper; readonly numberRule?: AnyPaper; readonly attachment?: AnyPaper };
  /** Signs links of files; made at the first start, never leaves the server. */
  readonly secret: Buffer;
  /** Signs the seals of the audit; as above. */
  readonly sealKey: Buffer;
  /** Keeps the passwords and keys of other systems. */
  readonly vault: Vault;
  readonly dataDir: string;
  /** `captcha`: logins answer a picture. `demo`: the demo company and its known accounts are here. */
  readonly settings: Pick<Settings, 'captcha' | 'metricsToken' | 'providers' | 'sm2Key' | 'outboundHosts'> & {
    readonly demo: boolean;
    /** The address people type, where it is known: links that leave the product carry it, whatever a request says of its host. */ readonly publicUrl?:
      string | null;
  };
  /** Where uploaded files lie. */
  readonly files: Storage;
  /** Ways out of the product: providers, or simulated ones. */
  readonly channels: Channels;
  /** Work that outlasts its call. */
  readonly jobs: Jobs;
  /** What transactions told, on its way to those who asked to hear it. */
  readonly outbox: Outbox;
  announce(change: Change): void;
  /** To the browsers of one person: the progress of a job, a notice. */
  notifyPerson(tenantId: string, personId: string, data: Record<string, unknown>): void;
  /** A fault behind everybody's back: into the log. */
  report(error: Error): void;
}

/** The paper of a name; a name nobody defined is a fault of the program. */
export function paperNamed(app: Pick<App, 'papers'>, name: string): AnyPaper {
  const paper = app.papers.get(name);
  if (!paper) throw new Error(`no paper ${name}`);
  return paper;
}
