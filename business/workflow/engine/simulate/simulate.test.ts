import { describe, expect, it } from 'vitest';
import { parseProcess } from '../compile/parse-process.rules.ts';
import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import { leaveProcessXml } from '../shipped/leave-process.rules.ts';
import { bpmnOf } from '../testing/notation.ts';
import { randomOf } from '../testing/random-process.ts';
import { decideAsRecorded, decideByChance } from './decisions.rules.ts';
import { simulateProcess, type SimulatedCase } from './simulate.rules.ts';

const startAt = Date.parse('2026-03-02T09:00:00+08:00');
const company = { members: { manager: ['max'], boss: ['bea'] } };

async function compiled(xml: string): Promise<CompiledProcess> {
  const [process] = (await parseProcess(xml)).processes;
  if (!process) throw new Error('No process.');
  return process;
}

/** Yield leaves of 0.5 to 5 days; every fourth is rejected once and sent again. */
function* leaves(count: number): Generator<SimulatedCase> {
  for (let at = 0; at < count; at += 1) {
    let rejections = at % 4 === 0 ? 1 : 0;
    yield {
      variables: { taskUser: 'hal', days: ((at % 10) + 1) / 2 },
      decide: ({ nodeId }) => {
        const pass = nodeId !== 'hrTask' || rejections === 0;
        if (!pass) rejections -= 1;
        return { pass };
      },
    };
  }
}

describe('a simulation', () => {
  it('plays leaves by their variables and decisions', async () => {
    const result = await simulateProcess(await compiled(leaveProcessXml), leaves(100), { company, startAt });
    expect(result).toMatchObject({
      cases: 100,
      finished: 100,
      complete: true,
      outcomes: { approved: 100 },
      stuck: {},
      refused: [],
      tasks: { hal: 125, '': 125 },
    });
    expect(result.visits).toMatchObject({
      start: 100,
      hrTask: 125,
      modifyTask: 25,
      managerTask: 60,
      bossTask: 40,
      judgeLess: 60,
      end: 100,
    });
  });

  // It takes two seconds on an idle machine. The limit is higher, so that other load does not fail the test.
  it('plays 20,000 leaves in seconds', { timeout: 60_000 }, async () => {
    const process_ = await compiled(leaveProcessXml);
    await simulateProcess(process_, leaves(2000), { company, startAt });
    const before = process.cpuUsage();
    const result = await simulateProcess(process_, leaves(20_000), { company, startAt });
    const { user, system } = process.cpuUsage(before);
    expect(result.finished).toBe(20_000);
    expect((user + system) / 1e6).toBeLessThan(5);
  });

  it('reports stuck cases: a join without tokens, a missing message', async () => {
    const join = await compiled(
      bpmnOf('exclusive x\nparallel j\nstart -> x\nx -> a [n == 1]\nx -> b [else]\na, b -> j -> end'),
    );
    expect(await simulateProcess(join, [{ variables: { n: 1 } }], { startAt })).toMatchObject({
      finished: 0,
      stuck: { j: 1 },
    });
    const message = await compiled(bpmnOf('catch m message=never\nstart -> m -> end'));
    expect(await simulateProcess(message, [{ variables: {} }], { startAt })).toMatchObject({
      finished: 0,
      stuck: { m: 1 },
    });
  });

  it('reports refused and endless cases', async () => {
    const noFlow = await compiled(bpmnOf('user a by=x\nstart -> a\na -> end [n > 3]'));
    const cases = [{ variables: { n: 1 } }, { variables: { n: 4 } }, { variables: { n: 2 } }];
    expect(await simulateProcess(noFlow, cases, { startAt })).toMatchObject({
      cases: 3,
      finished: 1,
      refused: [{ fault: 'noFlow', node: 'a', cases: 2 }],
    });
    const endless = await compiled(bpmnOf('user a by=x\nstart -> a -> a'));
    expect(await simulateProcess(endless, [{ variables: {} }], { startAt })).toMatchObject({
      refused: [{ fault: 'endless', node: 'a', cases: 1 }],
    });
  });

  it('advances the clock if only a timer waits', async () => {
    const timer = await compiled(bpmnOf('catch t timer=P30D\nstart -> t -> end'));
    expect(await simulateProcess(timer, [{ variables: {} }], { startAt })).toMatchObject({
      finished: 1,
      visits: { t: 1 },
    });
  });

  it('calls other processes', async () => {
    const { processes } = await parseProcess(
      bpmnOf('call c process=other\nstart -> c -> end\nprocess other\nstartO -> a -> endO'),
    );
    const [main, ...others] = processes;
    expect(main && (await simulateProcess(main, [{ variables: {} }], { startAt, others }))).toMatchObject({
      finished: 1,
      visits: { a: 1 },
    });
  });

  it('replays earlier decisions, visit by visit', async () => {
    const recorded = [
      { nodeId: 'hrTask', pass: false },
      { nodeId: 'modifyTask', pass: true, variables: { days: 5 } },
      { nodeId: 'bossTask', pass: false },
      { nodeId: 'hrTask', pass: true },
      { nodeId: 'modifyTask', pass: false },
    ];
    const cases = [{ variables: { taskUser: 'hal', days: 1 }, decide: decideAsRecorded(recorded) }];
    const result = await simulateProcess(await compiled(leaveProcessXml), cases, { company, startAt });
    expect(result).toMatchObject({
      finished: 1,
      outcomes: { rejected: 1 },
      visits: { hrTask: 2, bossTask: 1, modifyTask: 2 },
    });
    expect(result.visits.managerTask).toBeUndefined();
  });

  it('decides by chance, in the configured shares', async () => {
    const decide = decideByChance({ hrTask: 0.25, modifyTask: 0 }, randomOf(7));
    const cases = Array.from({ length: 1000 }, () => ({ variables: { taskUser: 'hal', days: 1 }, decide }));
    const { outcomes } = await simulateProcess(await compiled(leaveProcessXml), cases, { company, startAt });
    expect(outcomes.approved).toBeGreaterThan(200);
    expect(outcomes.approved).toBeLessThan(300);
    expect(Number(outcomes.approved) + Number(outcomes.rejected)).toBe(1000);
  });

  it('stops on request', async () => {
    let left = 10;
    const result = await simulateProcess(await compiled(leaveProcessXml), leaves(100), {
      company,
      startAt,
      goOn: () => (left -= 1) > 0,
    });
    expect(result).toMatchObject({ cases: 9, complete: false });
  });
});
