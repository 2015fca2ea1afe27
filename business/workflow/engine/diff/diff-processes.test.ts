import { describe, expect, it } from 'vitest';
import { parseProcess } from '../compile/parse-process.rules.ts';
import type { CompiledProcess } from '../model/compiled-process.rules.ts';
import { leaveProcessXml } from '../shipped/leave-process.rules.ts';
import { diffProcesses } from './diff-processes.rules.ts';

async function compiled(xml: string): Promise<CompiledProcess> {
  const [process] = (await parseProcess(xml)).processes;
  if (!process) throw new Error('No process.');
  return process;
}

describe('two versions of a process', () => {
  it('are the same where only the drawing moved', async () => {
    const moved = leaveProcessXml.replaceAll('x="200"', 'x="240"');
    expect(moved).not.toBe(leaveProcessXml);
    expect(diffProcesses(await compiled(leaveProcessXml), await compiled(moved))).toEqual([]);
  });

  it('differ by the papers and starters of the process', async () => {
    const changed = leaveProcessXml.replace('anju:papers=', 'anju:starters="role:as_hr" anju:papers=');
    expect(diffProcesses(await compiled(leaveProcessXml), await compiled(changed))).toEqual([
      {
        id: 'LeaveProcess',
        name: '请假流程',
        type: 'process',
        kind: 'changed',
        fields: [{ field: 'starters', before: '', after: 'role:as_hr' }],
      },
    ]);
  });

  it('differ by added, removed and changed elements', async () => {
    const changed = leaveProcessXml
      .replace(
        'name="经理审批" flowable:candidateGroups="manager"',
        'name="主管审批" flowable:candidateGroups="leader"',
      )
      .replace('days &lt;= 3', 'days &lt;= 5')
      .replace(
        '<endEvent id="end" name="结束"/>',
        '<endEvent id="end" name="结束"/><task id="note" name="通知"/><sequenceFlow id="toNote" sourceRef="modifyTask" targetRef="note"/>',
      )
      .replace(/<sequenceFlow id="modifyNotPassFlow"[^]*?<\/sequenceFlow>/, '');
    const found = diffProcesses(await compiled(leaveProcessXml), await compiled(changed));
    expect(
      found.map(({ kind, type, id, fields }) =>
        `${kind} ${type} ${id} ${fields.map(({ field }) => field).join(' ')}`.trim(),
      ),
    ).toEqual([
      'changed userTask managerTask name userTask',
      'added task note',
      'changed sequenceFlow judgeLess condition',
      'removed sequenceFlow modifyNotPassFlow',
      'added sequenceFlow toNote',
    ]);
    expect(found.find(({ id }) => id === 'judgeLess')?.fields).toEqual([
      { field: 'condition', before: '${days <= 3}', after: '${days <= 5}' },
    ]);
  });
});
