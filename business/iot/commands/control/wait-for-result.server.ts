import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import type { AfterCommit, Reading } from '#kernel/server';
import { type IssuedCommand, OPEN_STATES, isAmong } from '../dispatch/command-states.rules.ts';
import type { controlDevice } from './control.calls.ts';

type State = CallAnswer<typeof controlDevice>;

/** Maximal time that a call waits for the result of its command, and the pause between two looks (milliseconds). */
const WAIT_MS = 8000;
const LOOK_MS = 150;

/** Return the state of a command for the answer of a call. */
export const stateOf = ({ id, execStatus, resultCode, resultMsg, resultJson }: IssuedCommand): State => ({
  id,
  execStatus,
  resultCode: resultCode ?? null,
  resultMsg: resultMsg ?? null,
  result: resultJson ?? null,
});

async function readState({ sql, tenantId }: Reading, id: string): Promise<State | undefined> {
  const [row] = await sql.query<State>(
    `select id::text as id, exec_status as "execStatus", result_code as "resultCode", result_msg as "resultMsg", result_json as result
     from iot_instruction_task_device where tenant_id = $1 and id = $2`,
    [tenantId, id],
  );
  return row;
}

/** Wait until a command has ended, at most eight seconds, and return its state. No transaction is held meanwhile. */
export async function waitForResult(written: State, { read }: AfterCommit): Promise<State> {
  const until = performance.now() + WAIT_MS;
  let state = written;
  while (isAmong(OPEN_STATES, state.execStatus as IssuedCommand['execStatus']) && performance.now() < until) {
    await sleep(LOOK_MS);
    state = (await read((reading) => readState(reading, written.id))) ?? state;
  }
  return state;
}
