import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Room } from '#kernel/language/room.ts';
import type { Actor } from './session/actor.ts';
import type { Behaviour, Serving, TimedSteps } from './assembly/behaviour.ts';
import type { Context } from './context.ts';
import type { Channels } from './ports/channels/channel.ts';
import type { Clock } from './time/clock.ts';
import type { Database } from './database/database.ts';
import type { Storage } from './files/storage.ts';
import type { VerbGate } from './ports/gate.ts';
import type { WriteWatch } from './ports/write-watch.ts';
import type { Ports } from './ports/ports.ts';
import type { Captions } from './rows/captions.ts';
import type { Settings } from './settings/settings.ts';
import type { LockOrder } from './database/lock-order.ts';
import type { LockWatch } from './database/lock-watch.ts';
import type { Ids } from './write/session/ids.ts';
import type { ProductKeys } from './secrets/product-keys.ts';
import type { Vault } from './secrets/vault.ts';

/** Capabilities of PostgreSQL, found once at the start. */
export interface Capabilities {
  /** Does the search index work under row-level security? */ readonly searchIndex: boolean;
}

/** Change of a row, announced after the commit. */
export interface Change {
  readonly tenantId: string;
  readonly paper: string;
  readonly id: string;
  readonly action: string;
  readonly person: string;
  readonly dept: string | null;
  /**
   * Id of the request that made the change, if this process served it. The page that sent the request has the answer
   * already.
   */
  readonly request?: string;
}

/** Everything the server consists of, assembled once. */
export interface App {
  readonly db: Database;
  /**
   * Separate small pool for short queries, of sessions and of numbers. In `db` they could wait for connections that
   * transactions hold.
   */
  readonly sidePool: Database;
  /** End all connections. */
  close(): Promise<void>;
  readonly clock: Clock;
  readonly ports: Ports;
  readonly captions: Captions;
  /** Generator of the ids of new rows. */
  readonly ids: Ids;
  readonly rooms: readonly Room[];
  readonly papers: ReadonlyMap<string, AnyPaper>;
  readonly behaviours: ReadonlyMap<string, Behaviour>;
  /** Services of rooms for each other, by name. */
  readonly services: ReadonlyMap<string, Serving>;
  /** Values that rooms add to the extension points of other rooms, by the name of the extension point. */
  readonly contributions: ReadonlyMap<string, readonly unknown[]>;
  /**
   * Gate before and after the verbs of governed papers, which a process may approve (`Lifecycle.governed`). Undefined
   * where no room provides one.
   */
  readonly gate: VerbGate | undefined;
  /** The invariants of all rooms. */
  readonly invariants: readonly Invariant[];
  /** The one order in which transactions take their locks. */
  readonly lockOrder: LockOrder;
  /** Watch of the order of locks, where it is enabled. */
  readonly lockWatch: LockWatch | undefined;
  /** Watch of the writes of transactions and of the rights that they check; set in tests alone. */
  readonly writeWatch: WriteWatch | undefined;
  readonly can: Capabilities;
  /** Papers of the kernel itself: the log of documents, the rules of their numbers, and uploaded files. */
  readonly ownPapers: { readonly actionLog?: AnyPaper; readonly numberRule?: AnyPaper; readonly attachment?: AnyPaper };
  /** Secret keys of this installation: for file links, stored secrets and audit seals. */
  readonly keys: ProductKeys;
  /** Key of the signatures of file links; made at the first start, never leaves the server. */
  readonly secret: Buffer;
  /** Key of the signatures of audit seals; made at the first start, never leaves the server. */
  readonly sealKey: Buffer;
  /** Vault of the passwords and keys of other systems. */
  readonly vault: Vault;
  readonly dataDir: string;
  /** `captcha`: logins need a picture. `demo`: the demo company and its public accounts exist. */
  readonly settings: Pick<
    Settings,
    'captcha' | 'metricsToken' | 'providers' | 'sm2Key' | 'outboundHosts' | 'adapters'
  > & {
    readonly demo: boolean;
    /** Public address of the product, if configured. Outgoing links use it, never the host that a request names. */
    readonly publicUrl?: string | null;
  };
  /** Storage of uploaded files. */
  readonly files: Storage;
  /** Channels out of the product: providers, or simulated ones. */
  readonly channels: Channels;
  /** Background jobs: work that goes on after the answer to its call. */
  readonly jobs: JobQueue;
  /** Events of transactions, to be delivered to their subscribers. */
  readonly outbox: EventQueue;
  /** Poller of rows with a due moment, which does the work on them. */
  readonly due: DueQueue;
  announce(change: Change): void;
  /** Handle a change by another process: drop cached rows, and notify pages. */
  heard(change: Change): void;
  /** Send to the browsers of one person: the progress of a job, a notice. */
  notifyPerson(tenantId: string, personId: string, data: Record<string, unknown>): void;
  /** Log a fault outside of any call. */
  report(error: Error): void;
}

/** A running job: its input and person, and a function that reports its progress. */
export interface RunningJob {
  readonly id: string;
  readonly app: App;
  readonly actor: Actor;
  readonly asked: Readonly<Record<string, unknown>>;
  /** Report the progress. It throws when the server is about to stop, so that another server continues the job. */
  progress(done: number, total: number): Promise<void>;
}

/** Do the work of a job. The result is stored with the job. A crash repeats it, so a repeat must be harmless. */
export type JobWork = (job: RunningJob) => Promise<Record<string, unknown> | void>;
/** Work for the whole product, by the wall clock of China. */
export type ProductWork = (app: App) => Promise<void>;

/** Work for one company, by the wall clock of its own zone. */
export type CompanyWork = (steps: TimedSteps) => Promise<void>;

/** A job that a transaction requests. */
export interface AskedJob {
  readonly kind: string;
  readonly title: string;
  readonly asked: Readonly<Record<string, unknown>>;
}

/** Queue of background jobs, and of work by the clock. */
export interface JobQueue {
  /** Define a kind of job. */
  define(kind: string, work: JobWork, how?: { readonly isImport?: boolean }): void;
  /** Schedule work of the whole product by the wall clock of China, on one server at a time. */
  schedule(name: string, cron: string, work: ProductWork): void;
  /** Schedule work for each company by the wall clock of its own zone: one job a company, several at a time. */
  scheduleForCompanies(name: string, cron: string, work: CompanyWork): void;
  /** Run a scheduled work now, whatever its schedule. */
  run(name: string): Promise<void>;
  /** Run once each work that is scheduled by the minute: it did not run while demo data was loaded. */
  catchUp(app: App): Promise<void>;
  /** Store a job within a transaction. It begins after the commit. */
  ask(context: Context, asked: AskedJob): Promise<string>;
  /** Let the workers look for jobs at once, not at the next poll. */
  nudge(): void;
  /** Names of all kinds of jobs. */
  readonly kinds: readonly string[];
  /**
   * Start the workers. `isTimed: false`: no schedules, the caller runs timed work. `works: false`: only send jobs, for
   * other processes. `arrived`: resolves when demo data is loaded.
   */
  start(
    app: App,
    workUrl: string,
    how?: { readonly isTimed?: boolean; readonly works?: boolean; readonly arrived?: Promise<void> },
  ): Promise<void>;
  /** Stop running jobs at their next report of progress, and return them to the queue for another server. */
  stop(): Promise<void>;
}

/** An event, delivered after the commit. `id` is the same at every repeat. */
export interface Happened {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Handle an event in the transaction that marks it as delivered. Writes by the context happen exactly once, effects
 * outside at least once.
 */
export type Subscriber = (context: Context, happened: Happened) => Promise<void>;

/** How events are delivered. */
export interface DeliveryOptions {
  /**
   * Clock of a delivery, by the moment of its event (epoch milliseconds). Subscribers then date what they write for
   * events of the past by these events. Absent: the clock of the app.
   */
  readonly clockOf?: (eventMs: number) => Clock;
}

/** Events of transactions, to be delivered to their subscribers. */
export interface EventQueue {
  subscribe(event: string, subscriber: Subscriber): void;
  /** Deliver new events soon. */
  kick(): void;
  /** Deliver all due events. */
  deliver(): Promise<void>;
  start(app: App, options?: DeliveryOptions): void;
  stop(): Promise<void>;
}

/** Poller of rows that are due, in tables of rooms. */
export interface DueQueue {
  /** Process the due rows of this table at once, without waiting for the next poll. */
  kick(table: string): void;
  /** Process all due rows. */
  work(): Promise<void>;
  /** Start to poll. `isTimed: false`: process rows on request only. `arrived`: resolves when demo data is loaded. */
  start(app: App, how?: { readonly isTimed?: boolean; readonly arrived?: Promise<void> }): void;
  stop(): Promise<void>;
}

/** Return the paper of a name; an unknown name is a fault of the program. */
export function paperNamed(app: Pick<App, 'papers'>, name: string): AnyPaper {
  const paper = app.papers.get(name);
  if (!paper) throw new Error(`no paper ${name}`);
  return paper;
}
