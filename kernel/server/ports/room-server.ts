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

/** An account with a public password, of the demo company. */
interface KnownAccount {
  readonly tenant: string;
  readonly account: string;
  readonly password: string;
  readonly role: Label;
}

/** Server side of a room, the default export of its `room.server.ts`. */
export interface RoomServer {
  /** Behaviours of its papers, without their types: each was checked where it was written. */
  readonly behaviours: readonly { readonly of: AnyPaper }[];
  /** Its services for other rooms, in their transactions. */
  readonly services?: readonly Serving[];
  /** Its additions to papers of rooms below it. */
  readonly extensions?:
    | readonly Extension[]
    | ((assembled: { readonly contributions: ReadonlyMap<string, readonly unknown[]> }) => readonly Extension[]);
  /** Values that it adds to extension points of other rooms. */
  readonly contributions?: readonly Contributed[];
  /** Invariants of its rows. */
  readonly invariants?:
    | readonly Invariant[]
    | ((assembled: {
        readonly contributions: ReadonlyMap<string, readonly unknown[]>;
        readonly papers: ReadonlyMap<string, AnyPaper>;
      }) => readonly Invariant[]);
  /** Tables other than those of its papers. */
  readonly tables?: readonly Table[];
  /**
   * Functions of the owner that read what the work role may not (`create or replace function … security definer`). The
   * work role alone may call them.
   */
  readonly functions?: readonly string[];
  /** Rows of its tables that are processed when they are due. */
  readonly due?: readonly DueWork[];
  /** Gate before and after the verbs of governed papers (`VerbGate`); only one room provides it. */
  readonly gate?: VerbGate;
  /** Order of its locks, placed among those of the rooms that it needs. */
  readonly locks?: LockPlaces;
  /** Calls that belong to no paper; `accounts` are those with public passwords. */
  readonly routes?: (app: App, sessions: Sessions, accounts: () => readonly KnownAccount[]) => readonly Route[];
  /** Values that change all the time, by the name under which pages watch them. */
  readonly watched?: Readonly<Record<string, WatchedSource>>;
  /** Its background processes beside calls and jobs: listeners of devices, upkeep of their data. */
  readonly parts?: readonly ProcessPart[];
  /** Define jobs and subscribe to events once the server listens. */
  readonly startWork?: (app: App) => void;
}
