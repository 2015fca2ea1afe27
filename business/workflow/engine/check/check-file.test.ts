import { describe, expect, it } from 'vitest';
import { leaveProcessXml } from '../shipped/leave-process.rules.ts';
import { bpmnOf } from '../testing/notation.ts';
import { checkProcessFile } from './check-file.rules.ts';

describe('a file before it is deployed', () => {
  it('may be deployed where nothing is wrong', async () => {
    expect(await checkProcessFile(leaveProcessXml)).toMatchObject({
      isDeployable: true,
      findings: [],
      hasDiagram: true,
    });
  });

  it('may be deployed with doubts alone', async () => {
    const { isDeployable, findings } = await checkProcessFile(bpmnOf('user a\nstart -> a -> end'));
    expect(isDeployable).toBe(true);
    expect(findings).toMatchObject([{ code: 'nobodyAssigned', level: 'warning', node: 'a' }]);
  });

  it('may not be deployed with an error, which is listed first', async () => {
    const { isDeployable, findings } = await checkProcessFile(bpmnOf('user a\nservice s\nstart -> a -> s -> end'));
    expect(isDeployable).toBe(false);
    expect(findings.map(({ code }) => code)).toEqual(['serviceMissing', 'nobodyAssigned', 'rejectionEnds']);
  });

  it.each(['<!DOCTYPE a><a/>', '', '{}', '<a/>'])('never throws: %s', async (xml) => {
    expect(await checkProcessFile(xml)).toMatchObject({ isDeployable: false, processes: [] });
  });
});
