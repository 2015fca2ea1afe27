import { describe, expect, it } from 'vitest';
import { parseProcess } from '../compile/parse-process.rules.ts';
import { applyProcessXml } from './apply-process.rules.ts';
import { leaveProcessXml } from './leave-process.rules.ts';
import { technicianLeaveXml } from './technician-leave.rules.ts';
import { MemoryHost } from '../simulate/memory-host.rules.ts';
import { MemoryRun } from '../simulate/memory-run.rules.ts';
import type { Variables } from '../state/rows.rules.ts';

const company = {
  members: { manager: ['max'], boss: ['bea'], as_hr: ['hal'], as_manager: ['max'] },
  leaders: { ann: ['lea'] },
  admins: ['root'],
};

/** Play decisions (`hrTask+` passes, `hrTask-` rejects) and return the outcome, or the waiting nodes. */
async function played(xml: string, variables: Variables, decisions: string): Promise<string> {
  const { processes, findings, hasDiagram } = await parseProcess(xml);
  expect(findings).toEqual([]);
  expect(hasDiagram).toBe(true);
  const [process] = processes;
  if (!process) throw new Error('No process.');
  const run = new MemoryRun(new MemoryHost([{ id: '1', key: process.key, version: 1, process }], company, 0));
  await run.run({ type: 'start', definitionId: '1', starterId: 'ann', variables });
  for (const decision of decisions.split(' ').filter((one) => one !== '')) {
    const task = run.tree.tasks.find(({ nodeId }) => nodeId === decision.slice(0, -1));
    if (!task) throw new Error(`${decision}: stands at ${run.tree.tasks.map(({ nodeId }) => nodeId).join(' ')}`);
    await run.run({
      type: 'complete',
      taskId: task.id,
      actorId: task.assigneeId ?? 'somebody',
      pass: decision.endsWith('+'),
    });
  }
  const [instance] = run.tree.instances;
  return instance?.endedAt == null ? run.tree.tasks.map(({ nodeId }) => nodeId).join(' ') : instance.outcome;
}

describe('processes that come with the product', () => {
  it.each([
    ['hrTask+ managerTask+', 3, 'approved'],
    ['hrTask+ bossTask+', 3.5, 'approved'],
    ['hrTask-', 1, 'modifyTask'],
    ['hrTask- modifyTask+', 1, 'hrTask'],
    ['hrTask- modifyTask-', 1, 'rejected'],
    ['hrTask+ managerTask- modifyTask+ hrTask+ managerTask+', 2, 'approved'],
    ['hrTask+ bossTask- modifyTask-', 9, 'rejected'],
  ])('leave: %s of %s days', async (decisions, days, expected) => {
    expect(await played(leaveProcessXml, { taskUser: 'hal', days }, decisions)).toBe(expected);
  });

  it.each([
    ['managerTask+ hrTask+', 'approved'],
    ['managerTask- modifyTask+ managerTask+ hrTask- modifyTask-', 'rejected'],
  ])('a request: %s', async (decisions, expected) => {
    expect(await played(applyProcessXml, {}, decisions)).toBe(expected);
  });

  it.each([
    ['leaderTask+', 2, 'approved'],
    ['leaderTask-', 2, 'rejected'],
    ['leaderTask+', 4, 'managerTask'],
    ['leaderTask+ managerTask+', 4, 'approved'],
    ['leaderTask+ managerTask-', 4, 'rejected'],
  ])('leave of a technician: %s of %s days', async (decisions, days, expected) => {
    expect(await played(technicianLeaveXml, { days }, decisions)).toBe(expected);
  });
});
