import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import type { Contributed } from '../assembly/contributed.ts';
import type { Extension } from '../assembly/extension.ts';
import type { App } from '../app.ts';
import type { Serving } from '../assembly/behaviour.ts';
import type { VerbGate } from './gate.ts';
import type { DueWork } from '../jobs/due/due-work.ts';
import type { LockPlaces } from '../database/lock-places.ts';
import type { Route } from '../http/route.ts';
import type { WatchedSource } from '../http/realtime/watch.ts';
import type { ProcessPart } from '../jobs/parts/part.ts';
import type { Table } from '../schema/table.ts';
import type { Sessions } from '../session/session.ts';

/** An account that everybody may know, of the demo company. */
interface KnownAccount {
  readonly tenant: string;
  readonly account: string;
  readonly password: string;
  readonly role: Label;
}

/** The server side of a room, the default of its `room.server.ts`: everything that assembly asks of it. */
export interface RoomServer {
  /** Behaviours of its papers, without their types: each was checked where it was written. */
  readonly behaviours: readonly { readonly of: AnyPaper }[];
  /** What it does for other rooms inside their transactions. */
  readonly services?: readonly Serving[];
  /** What it adds to papers of rooms below it. */
  readonly extensions?: readonly Extension[];
  /** What it adds to places of other rooms. */
  readonly contributions?: readonly Contributed[];
  /** What always holds of its rows. */
  readonly invariants?:
    | readonly Invariant[]
    | ((assembled: {
        readonly contributions: ReadonlyMap<string, readonly unknown[]>;
        readonly papers: ReadonlyMap<string, AnyPaper>;
      }) => readonly Invariant[]);
  /** Tables beside those of its papers. */
  readonly tables?: readonly Table[];
  /** Functions of the owner that look where the work role alone may not (`create or replace function … security definer`); the work role alone may call them. */
  readonly functions?: readonly string[];
  /** Rows of its tables that are worked when their moment has come. */
  readonly due?: readonly DueWork[];
  /** Decides who may judge governed papers, and when; one room has it. */
  readonly gate?: VerbGate;
  /** Where its locks stand among those of the rooms that it needs. */
  readonly locks?: LockPlaces;
  /** Calls that belong to no paper; `accounts` are those that everybody may know. */
  readonly routes?: (app: App, sessions: Sessions, accounts: () => readonly KnownAccount[]) => readonly Route[];
  /** Values that change all the time, by the name under which pages watch them. */
  readonly watched?: Readonly<Record<string, WatchedSource>>;
  /** Work beside calls and jobs, in a process of its own: listeners of devices, upkeep of what they send. */
  readonly parts?: readonly ProcessPart[];
  /** Defines jobs and subscribes to events when the server listens. */
  readonly startWork?: (app: App) => void;
}
