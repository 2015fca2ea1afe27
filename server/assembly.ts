import type { Invariant } from '#kernel/language/rooms/invariant.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { type Room, inOrderOfNeed } from '#kernel/language/room.ts';
import type { Behaviour, Serving } from '#kernel/server/assembly/behaviour.ts';
import type { RoomServer } from '#kernel/server/ports/room-server.ts';
import type { LockPlace } from '#kernel/server/database/lock-order.ts';
import { contributionsOf } from '#kernel/server/assembly/contributed.ts';
import { behavioursOf } from '#kernel/server/assembly/extension.ts';
import { joinLockPlaces } from '#kernel/server/database/lock-places.ts';
import { type DueWork, dueFunctions } from '#kernel/server/jobs/due/due-work.ts';
import { ownTables } from '#kernel/server/schema/own-tables.ts';
import { tableOfPaper } from '#kernel/server/schema/paper-table.ts';
import type { Table } from '#kernel/server/schema/table.ts';
import { findRooms, partsOfRooms } from './rooms.ts';

/** Everything that the rooms define, collected without a database. */
export interface RoomAssembly {
  readonly rooms: readonly Room[];
  /** In the order of need: a room after the rooms that it needs. */ readonly servers: readonly RoomServer[];
  readonly papers: ReadonlyMap<string, AnyPaper>;
  readonly behaviours: ReadonlyMap<string, Behaviour>;
  readonly services: ReadonlyMap<string, Serving>;
  readonly contributions: ReadonlyMap<string, readonly unknown[]>;
  readonly invariants: readonly Invariant[];
  /** Tables of the kernel, additional tables of rooms, and one table for each paper. */
  readonly tables: readonly Table[];
  /** SQL of the functions of rooms that run as the owner of the database. */ readonly functions: readonly string[];
  /** Kinds of work that run when their time has come, such as timers. */ readonly due: readonly DueWork[];
  /** Runs before each action of a paper that a process can govern; one room defines it. */
  readonly gate: RoomServer['gate'];
  readonly lockOrder: readonly LockPlace[];
}

/** Load all rooms of a tree and collect their definitions and server parts. */
export async function assembleRooms(tree: string): Promise<RoomAssembly> {
  const rooms = await findRooms(tree);
  const found = await partsOfRooms<RoomServer>(tree, 'room.server.ts');
  const servers = inOrderOfNeed(rooms).flatMap(({ name }) => found.get(name) ?? []);
  const papers = new Map(rooms.flatMap((room) => room.papers).map((paper) => [paper.name, paper]));
  const behaviours = servers.flatMap((one) => one.behaviours) as readonly Behaviour[];
  const due = servers.flatMap((one) => one.due ?? []);
  const contributions = contributionsOf(servers.flatMap((one) => one.contributions ?? []));
  return {
    rooms,
    servers,
    papers,
    behaviours: behavioursOf(
      behaviours,
      servers.flatMap(({ extensions = [] }) =>
        typeof extensions === 'function' ? extensions({ contributions }) : extensions,
      ),
    ),
    contributions,
    services: new Map(servers.flatMap((one) => one.services ?? []).map((one) => [one.of.name, one])),
    invariants: servers.flatMap(({ invariants = [] }) =>
      typeof invariants === 'function' ? invariants({ contributions, papers }) : invariants,
    ),
    tables: [
      ...ownTables,
      ...servers.flatMap((one) => one.tables ?? []),
      ...[...papers.values()].map((paper) => tableOfPaper(paper, papers)),
    ],
    functions: [...servers.flatMap((one) => one.functions ?? []), ...dueFunctions(due)],
    due,
    gate: servers.find((one) => one.gate)?.gate,
    lockOrder: joinLockPlaces(servers.map((one) => one.locks ?? [])),
  };
}
