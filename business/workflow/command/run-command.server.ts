import type { Context } from '#kernel/server';
import { runCommand } from '../engine/run-command.rules.ts';
import { EMPTY_TREE } from '../engine/state/apply-delta.rules.ts';
import type { Command } from '../engine/state/commands.rules.ts';
import type { Delta, InstanceTree } from '../engine/state/delta.rules.ts';
import { ProcessError } from '../engine/state/process-error.rules.ts';
import { refuse } from '../refusals.ts';
import { flushDelta } from '../store/flush-delta.server.ts';
import { loadTree, lockRoot } from '../store/load-tree.server.ts';
import { writeAction } from '../store/write-action.server.ts';
import { followDelta } from './follow-delta.server.ts';
import { hostFor } from './host.server.ts';
import { noteStuck } from './note-stuck.server.ts';
import { refusalOf } from './process-refusal.rules.ts';

/** Result of a command: the tree before it, and its changes. */
export interface Commanded {
  readonly tree: InstanceTree;
  readonly delta: Delta;
}

/** Return the live rows of a root instance, locked until the commit. Refuses 404 if the company has none. */
export async function holdTree(context: Context, rootId: string): Promise<InstanceTree> {
  const [isThere, tree] = await Promise.all([
    lockRoot(context.sql, context.tenantId, rootId),
    loadTree(context.sql, context.tenantId, rootId),
  ]);
  if (!isThere) throw refuse.noInstance();
  return tree;
}

/**
 * Run a command on a locked tree, write its changes and notify the people concerned. A refusal of the engine becomes a
 * refusal of the request.
 */
export async function commandOver(
  context: Context,
  tree: InstanceTree,
  command: Command,
  definitionIds: readonly string[] = tree.instances.map((one) => one.definitionId),
): Promise<Commanded> {
  const host = await hostFor(context, definitionIds);
  let delta: Delta;
  try {
    delta = await runCommand(tree, command, host);
  } catch (error) {
    throw error instanceof ProcessError ? refusalOf(error) : error;
  }
  const rootId = tree.instances.find((one) => one.id === one.rootId)?.id ?? delta.startedId;
  if (rootId) flushDelta(context, rootId, delta);
  if (rootId) await noteStuck(context, rootId, tree, delta);
  for (const note of host.notes) await writeAction(context, note);
  await followDelta(context, tree, delta);
  return { tree, delta };
}

/** Start an instance as the root of a new tree. */
export const startInstance = (
  context: Context,
  command: Extract<Command, { readonly type: 'start' }>,
): Promise<Commanded> => commandOver(context, EMPTY_TREE, command, [command.definitionId]);
