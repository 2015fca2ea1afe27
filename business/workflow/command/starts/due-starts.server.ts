import { Refusal } from '#kernel/language/refusal.ts';
import { inBoth } from '#kernel/language/label.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import { type Context, type DueWork, instantIn } from '#kernel/server';
import { type Due, nextTimerDue, timerDue } from '../../engine/time/timer.rules.ts';
import { keepers } from '../../rights.rules.ts';
import { type StoredDefinition, processDefinitionOf } from '../../store/definitions.server.ts';
import { startNewProcess } from '../start-process.server.ts';

/** Seconds before each retry of a failed start; after the last, the process managers are notified. */
const PAUSES = [10, 60, 600] as const;

interface StartRow {
  readonly definitionId: string;
  readonly nodeId: string;
  readonly isSet: boolean;
  readonly cycle: string | null;
  readonly repeats: number | null;
  /** The moment at which the timer was due, in milliseconds since 1970; retries do not move it. */
  readonly turn: number;
  readonly tries: number;
}

async function readStart({ sql, tenantId }: Context, id: string): Promise<StartRow | undefined> {
  const [row] = await sql.query<StartRow>(
    `select definition_id::text as "definitionId", node_id as "nodeId", is_set as "isSet", cycle, repeats,
       (extract(epoch from coalesce(turn_at, due_at)) * 1000)::float8 as turn, tries from wf_start where id = $1 and tenant_id = $2`,
    [id, tenantId],
  );
  return row;
}

const drop = ({ sql, tenantId }: Context, id: string): Promise<unknown> =>
  sql.query('delete from wf_start where id = $1 and tenant_id = $2', [id, tenantId]);

const setTurn = ({ sql, tenantId }: Context, id: string, { dueAt, cycle, repeats }: Due): Promise<unknown> =>
  sql.query(
    `update wf_start set is_set = true, tries = 0, due_at = to_timestamp($3 / 1000.0), turn_at = to_timestamp($3 / 1000.0), cycle = $4, repeats = $5
     where id = $1 and tenant_id = $2`,
    [id, tenantId, dueAt, cycle, repeats],
  );

/**
 * Return the first time of a start timer. A cycle that began in the past continues with its next time; a single past
 * moment never fires.
 */
function firstTurn(context: Context, { process }: StoredDefinition, nodeId: string): Due | undefined {
  const timer = process.nodes[nodeId]?.events?.find((one) => one.type === 'timer')?.timer;
  const now = context.instant();
  const due = timer && timerDue(timer.kind, timer.value, now, (text) => instantIn(text, context.zone));
  if (!due || due.dueAt > now) return due;
  return due.cycle === null ? undefined : { ...due, dueAt: nextTimerDue(due.dueAt, due.cycle, now) };
}

/** Set the next time of a cycle, or delete the row after the last time. */
async function goOn(context: Context, id: string, { cycle, repeats, turn }: StartRow): Promise<void> {
  const left = repeats === null ? null : repeats - 1;
  if (cycle === null || left === 0) await drop(context, id);
  else await setTurn(context, id, { dueAt: nextTimerDue(turn, cycle, context.instant()), cycle, repeats: left });
}

/**
 * Starts instances by timers of start events. The instance and the next time of its timer are committed together, so
 * that none starts twice.
 */
export const dueStarts: DueWork = {
  table: 'wf_start',
  due: 'due_at',
  where: 'not t.is_held',
  async work(context, id) {
    const row = await readStart(context, id);
    if (!row) return;
    const definition = await processDefinitionOf(context.sql, context.tenantId, row.definitionId);
    if (!row.isSet) {
      const first = firstTurn(context, definition, row.nodeId);
      await (first ? setTurn(context, id, first) : drop(context, id));
      return;
    }
    await startNewProcess(context, {
      definitionId: row.definitionId,
      startNode: row.nodeId,
      variables: {},
      title: definition.name,
    });
    await goOn(context, id, row);
  },
  async failed(context, id, { error }) {
    const row = await readStart(context, id);
    if (!row) return;
    const pause = PAUSES[row.tries];
    if (pause !== undefined) {
      await context.sql.query(
        'update wf_start set tries = tries + 1, due_at = $3::timestamptz + make_interval(secs => $4) where id = $1 and tenant_id = $2',
        [id, context.tenantId, context.now(), pause],
      );
      return;
    }
    const { name } = await processDefinitionOf(context.sql, context.tenantId, row.definitionId);
    await context.call(sendNotice, {
      to: [],
      roles: [...keepers],
      kind: 'system',
      title: [`流程没有按时发起：${name}`, `A process was not started in time: ${name}`],
      content: error instanceof Refusal ? inBoth(error.words) : error.message,
      about: { paper: '', id: '', caption: name },
      again: `start ${id} ${row.turn}`,
    });
    await goOn(context, id, row);
  },
};
