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
  /** The request that made it, where one of this process did: the page that sent it has its answer. */
  readonly request?: string;
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
  /** Stands before the verbs of governed papers. */
  readonly gate: VerbGate | undefined;
  /** What always holds, of all rooms. */
  readonly invariants: readonly Invariant[];
  /** The one order in which transactions take their locks. */
  readonly lockOrder: LockOrder;
  /** Looks over it, where somebody asked for that. */
  readonly lockWatch: LockWatch | undefined;
  /** Watches inner writes of requests; in tests alone. */
  readonly writeWatch: WriteWatch | undefined;
  readonly can: Capabilities;
  /** The papers that the kernel itself keeps: the log of documents, the rules of their numbers, and uploaded files. */
  readonly ownPapers: { readonly actionLog?: AnyPaper; readonly numberRule?: AnyPaper; readonly attachment?: AnyPaper };
  /** All keys of the product. */
  readonly keys: ProductKeys;
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
  readonly jobs: JobQueue;
  /** What transactions told, on its way to those who asked to hear it. */
  readonly outbox: EventQueue;
  /** Rows that are worked when their moment has come. */
  readonly due: DueQueue;
  announce(change: Change): void;
  /** Another process changed something: what is remembered of it is forgotten, and pages are told. */
  heard(change: Change): void;
  /** To the browsers of one person: the progress of a job, a notice. */
  notifyPerson(tenantId: string, personId: string, data: Record<string, unknown>): void;
  /** A fault behind everybody's back: into the log. */
  report(error: Error): void;
}

/** A job under way: what was asked, by whom, and how to tell him how far it is. */
export interface RunningJob {
  readonly id: string;
  readonly app: App;
  readonly actor: Actor;
  readonly asked: Readonly<Record<string, unknown>>;
  /** Tells the browser; throws when the server is about to stop, so that the job is handed to the next one. */
  progress(done: number, total: number): Promise<void>;
}

/** Does the work; what it answers is kept with the job. A repeat must be harmless: after a crash it is begun again. */
export type JobWork = (job: RunningJob) => Promise<Record<string, unknown> | void>;
/** Work for the whole product, by the wall clock of China. */
export type ProductWork = (app: App) => Promise<void>;

/** Work for one company, by the wall clock of its own zone. */
export type CompanyWork = (steps: TimedSteps) => Promise<void>;

/** What a transaction asks for. */
export interface AskedJob {
  readonly kind: string;
  readonly title: string;
  readonly asked: Readonly<Record<string, unknown>>;
}

/** Work that outlasts its call. */
export interface JobQueue {
  /** Makes a kind of job known. */
  define(kind: string, work: JobWork, how?: { readonly isImport?: boolean }): void;
  /** Work of the whole product by the wall clock of China, on one server at a time. */
  schedule(name: string, cron: string, work: ProductWork): void;
  /** Work for each company by the wall clock of its own zone: one job a company, several at a time. */
  scheduleForCompanies(name: string, cron: string, work: CompanyWork): void;
  /** Runs a timed work now. */
  run(name: string): Promise<void>;
  /** Asks for a job within a transaction: it begins when the transaction is kept. */
  ask(context: Context, asked: AskedJob): Promise<string>;
  /** Somebody just asked: do not wait for the next look into the queue. */
  nudge(): void;
  /** All kinds of jobs. */
  readonly kinds: readonly string[];
  /** Begins to work. `isTimed: false`: what goes by the clock is run by whoever asks for it. `works: false`: only sends jobs. */
  start(app: App, workUrl: string, how?: { readonly isTimed?: boolean; readonly works?: boolean }): Promise<void>;
  /** Lets running work come to its next stop and hands the rest back. */
  stop(): Promise<void>;
}

/** Something that happened, told after it was kept. `id` is the same at every repeat. */
export interface Happened {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Runs in one transaction with the mark that the event was told: what it writes through the context happens exactly once, what it does outside at least once. */
export type Subscriber = (context: Context, happened: Happened) => Promise<void>;

/** What transactions told, on its way to those who asked to hear it. */
export interface EventQueue {
  subscribe(event: string, subscriber: Subscriber): void;
  /** Something was told just now. */
  kick(): void;
  /** Delivers everything that is due. */
  deliver(): Promise<void>;
  start(app: App): void;
  stop(): Promise<void>;
}

/** Rows of rooms that are worked when their moment has come. */
export interface DueQueue {
  /** A row of this table is due now: do not wait for the next look. */
  kick(table: string): void;
  /** Works everything that is due. */
  work(): Promise<void>;
  /** Begins to look; `isTimed: false`: only when somebody asks. */
  start(app: App, how?: { readonly isTimed?: boolean }): void;
  stop(): Promise<void>;
}

/** The paper of a name; a name nobody defined is a fault of the program. */
export function paperNamed(app: Pick<App, 'papers'>, name: string): AnyPaper {
  const paper = app.papers.get(name);
  if (!paper) throw new Error(`no paper ${name}`);
  return paper;
}
