import { describe, expect, it } from 'vitest';
import { parseProcess } from '../compile/parse-process.rules.ts';
import { Player } from '../testing/player.ts';
import { bpmnOf } from '../testing/notation.ts';
import { previewCommand } from './preview.rules.ts';
import { returnTargets } from './return-targets.rules.ts';

const text =
  'user a by=bob\nexclusive g\nuser b groups=as_hr\nservice s name=work\nstart -> a -> g\ng -> s [pass]\ng -> end [else]\ns -> b -> end2';

describe('the preview of a command', () => {
  it('lists the next people without writing or running a service', async () => {
    let runs = 0;
    const player = await Player.of(text, { members: { as_hr: ['hal'] }, services: { work: () => (runs += 1) } });
    await player.play('start');
    const { tree, host } = player.run;
    const command = { type: 'complete', taskId: player.openTask('a').id, actorId: 'bob' } as const;
    expect(await previewCommand(tree, { ...command, pass: true }, host)).toEqual({
      tasks: [{ nodeId: 'b', name: 'b', assigneeId: null }],
      candidates: { b: ['g:as_hr'] },
      outcome: '',
      ends: false,
    });
    expect(await previewCommand(tree, { ...command, pass: false }, host)).toEqual({
      tasks: [],
      candidates: {},
      outcome: 'rejected',
      ends: true,
    });
    expect(runs).toBe(0);
    expect(player.standing).toBe('a');
  });
});

describe('the nodes to return a task to', () => {
  const process =
    'user a by=x\nparallel f\nuser b by=x\nuser c by=x\nparallel j\nsub s {\nuser d by=x\nuser e by=x\nstartS -> d -> e -> endS\n}\nstart -> a -> f -> b, c -> j -> s -> end';

  it('are finished earlier nodes in open scopes', async () => {
    const [compiled] = (await parseProcess(bpmnOf(process))).processes;
    const player = await Player.of(process);
    const targets = (node: string): string[] => {
      const done = [...player.run.activities.values()].filter((one) => one.type === 'userTask' && one.endedAt !== null);
      return returnTargets(compiled, new Set(done.map(({ nodeId }) => nodeId)), node);
    };
    await player.play('start');
    expect(targets('a')).toEqual([]);
    await player.play('complete a');
    await player.play('complete b');
    expect(targets('c')).toEqual(['a']);
    await player.play('complete c');
    await player.play('complete d');
    expect(targets('e')).toEqual(['a', 'b', 'c', 'd']);
  });
});
