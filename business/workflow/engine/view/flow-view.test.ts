import { describe, expect, it } from 'vitest';
import { parseProcess } from '../compile/parse-process.rules.ts';
import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import { leaveProcessXml } from '../shipped/leave-process.rules.ts';
import { MemoryHost } from '../simulate/memory-host.rules.ts';
import { MemoryRun } from '../simulate/memory-run.rules.ts';
import { bpmnOf } from '../testing/notation.ts';
import { flowHistory, flowView } from './flow-view.rules.ts';

const company = { members: { manager: ['max'], boss: ['bea'] } };

async function begun(xml: string, variables = {}): Promise<{ run: MemoryRun; process: CompiledProcess }> {
  const [process] = (await parseProcess(xml)).processes;
  if (!process) throw new Error('No process.');
  const run = new MemoryRun(new MemoryHost([{ id: '1', key: process.key, version: 1, process }], company, 1000));
  await run.run({ type: 'start', definitionId: '1', starterId: 'ann', variables });
  return { run, process };
}

/** Decide tasks, each a minute after the last: `hrTask+` passes, `hrTask-` rejects. */
async function decide(run: MemoryRun, ...decisions: string[]): Promise<void> {
  for (const decision of decisions) {
    run.host.clock += 60_000;
    const task = run.tree.tasks.find(({ nodeId }) => nodeId === decision.slice(0, -1));
    await run.run({
      type: 'complete',
      taskId: task?.id ?? '',
      actorId: task?.assigneeId ?? 'max',
      pass: decision.endsWith('+'),
    });
  }
}

/** Entries as the client reads them: `hrTask:done`, `flow1:line`, `managerTask:now`, `bossTask:later`. */
function entries({ run, process }: { run: MemoryRun; process: CompiledProcess }): string {
  const isRunning = run.tree.instances[0]?.endedAt === null;
  return flowView(process, [...run.activities.values()], isRunning)
    .map(({ nodeId, type, open }) => {
      if (type === 'sequenceFlow') return `${nodeId}:line`;
      if (type === 'candidate') return `${nodeId}:later`;
      return `${nodeId}:${open ? 'now' : 'done'}`;
    })
    .join(' ');
}

describe('the entries that colour a diagram', () => {
  it('leave, at human resources', async () => {
    const leave = await begun(leaveProcessXml, { taskUser: 'hal', days: 2 });
    expect(entries(leave)).toBe('start:done flow1:line hrTask:now managerTask:later bossTask:later modifyTask:later');
  });

  it('leave, at the manager', async () => {
    const leave = await begun(leaveProcessXml, { taskUser: 'hal', days: 2 });
    await decide(leave.run, 'hrTask+');
    expect(entries(leave)).toBe(
      'start:done flow1:line hrTask:done hrPassFlow:line judge:done judgeLess:line managerTask:now bossTask:later modifyTask:later',
    );
  });

  it('leave, at the head', async () => {
    const leave = await begun(leaveProcessXml, { taskUser: 'hal', days: 4 });
    await decide(leave.run, 'hrTask+');
    expect(entries(leave)).toBe(
      'start:done flow1:line hrTask:done hrPassFlow:line judge:done judgeMore:line bossTask:now managerTask:later modifyTask:later',
    );
  });

  it('leave, back at the applicant', async () => {
    const leave = await begun(leaveProcessXml, { taskUser: 'hal', days: 2 });
    await decide(leave.run, 'hrTask-');
    expect(entries(leave)).toBe(
      'start:done flow1:line hrTask:done hrNotPassFlow:line modifyTask:now managerTask:later bossTask:later',
    );
  });

  it('leave, a second time at human resources: the open visit is last', async () => {
    const leave = await begun(leaveProcessXml, { taskUser: 'hal', days: 2 });
    await decide(leave.run, 'hrTask-', 'modifyTask+');
    expect(entries(leave)).toBe(
      'start:done flow1:line hrTask:done hrNotPassFlow:line modifyTask:done modifyPassFlow:line hrTask:now managerTask:later bossTask:later',
    );
  });

  it('leave, finished: no task is left', async () => {
    const leave = await begun(leaveProcessXml, { taskUser: 'hal', days: 2 });
    await decide(leave.run, 'hrTask+', 'managerTask+');
    expect(entries(leave)).toBe(
      'start:done flow1:line hrTask:done hrPassFlow:line judge:done judgeLess:line managerTask:done managerPassFlow:line end:done',
    );
  });

  it('several signers, one of them done: one entry, which is open', async () => {
    const signed = await begun(bpmnOf('user a by=x times=3\nstart -> a -> end'));
    await decide(signed.run, 'a+');
    expect(entries(signed)).toBe('start:done start-a-0:line a:now');
    const view = flowView(signed.process, [...signed.run.activities.values()], true);
    expect(view.at(-1)?.visits.map(({ endedAt }) => endedAt)).toEqual([61_000, null, null]);
    await decide(signed.run, 'a+', 'a+');
    expect(entries(signed)).toBe('start:done start-a-0:line a:done a-end-1:line end:done');
  });

  it('signers in turn, and the same node once more later', async () => {
    const signed = await begun(
      bpmnOf(
        'user a by=x times=2 turn\nuser b by=y\nexclusive g\nstart -> a -> b -> g\ng -> a [again]\ng -> end [else]',
      ),
      {
        again: true,
      },
    );
    await decide(signed.run, 'a+', 'a+', 'b+', 'a+');
    expect(
      entries(signed)
        .split(' ')
        .filter((one) => one.startsWith('a:')),
    ).toEqual(['a:done', 'a:now']);
  });

  it('two tokens at one node: the open entry follows the finished one', async () => {
    const twice = await begun(bpmnOf('user b by=x\nstart -> a -> x, y -> b -> end'));
    await decide(twice.run, 'b+');
    const ofB = entries(twice)
      .split(' ')
      .filter((one) => one.startsWith('b:'));
    expect(ofB).toEqual(['b:done', 'b:now']);
  });

  it('the timeline: begin, tasks and end, with each signer', async () => {
    const signed = await begun(bpmnOf('user a by=x times=2\nexclusive g\nstart -> a -> g -> end'));
    await decide(signed.run, 'a+', 'a+');
    expect(flowHistory([...signed.run.activities.values()]).map(({ nodeId }) => nodeId)).toEqual([
      'start',
      'a',
      'a',
      'end',
    ]);
  });
});
