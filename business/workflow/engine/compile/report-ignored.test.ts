import { describe, expect, it } from 'vitest';
import { technicianLeaveXml } from '../shipped/technician-leave.rules.ts';
import { processFindingWords } from '../lint/finding-words.rules.ts';
import { parseProcess } from './parse-process.rules.ts';

const file = (inside: string): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:own="https://example.org" targetNamespace="x"><process id="p" isExecutable="true"><startEvent id="s"/>${inside}<endEvent id="e"/></process></definitions>`;

const found = async (inside: string): Promise<string[]> =>
  (await parseProcess(file(inside))).findings.map(
    ({ code, level, node, detail }) => `${level} ${code} ${node} ${detail}`,
  );

const extended = (inside: string): string => `<extensionElements>${inside}</extensionElements>`;

/** Elements with a setting that the engine does not run, each with its expected finding. */
const cases: readonly [what: string, inside: string, finding: string][] = [
  [
    'a condition that skips a task',
    '<userTask id="a" flowable:skipExpression="${x}"/>',
    'error changesMeaning a skipExpression',
  ],
  [
    'a listener',
    `<userTask id="a">${extended('<flowable:taskListener event="create" class="x"/>')}</userTask>`,
    'error changesMeaning a taskListener',
  ],
  [
    'a listener of a flow',
    `<sequenceFlow id="f" sourceRef="s" targetRef="e">${extended('<camunda:executionListener event="take" class="x"/>')}</sequenceFlow>`,
    'error changesMeaning f executionListener',
  ],
  [
    'an end of everything',
    '<endEvent id="a"><terminateEventDefinition flowable:terminateAll="true"/></endEvent>',
    'error changesMeaning a terminateAll',
  ],
  [
    'values gathered from several instances',
    `<userTask id="a"><multiInstanceLoopCharacteristics flowable:collection="x">${extended('<flowable:variableAggregation target="t"/>')}</multiInstanceLoopCharacteristics></userTask>`,
    'error changesMeaning a variableAggregation',
  ],
  [
    'a form of the drawing',
    `<startEvent id="a">${extended('<flowable:formProperty id="days" type="long"/>')}</startEvent>`,
    'error changesMeaning a formProperty',
  ],
  [
    'all variables handed over',
    `<callActivity id="a" calledElement="b">${extended('<camunda:in variables="all"/>')}</callActivity>`,
    'error changesMeaning a in, out',
  ],
  [
    'variables of the caller',
    '<callActivity id="a" calledElement="b" flowable:inheritVariables="true"/>',
    'error changesMeaning a inheritVariables',
  ],
  [
    'an attribute of another kind of task',
    '<manualTask id="a" flowable:assignee="bob"/>',
    'warning ignored a assignee',
  ],
  [
    'a hint for the jobs of another engine',
    '<userTask id="a" flowable:exclusive="true" camunda:jobPriority="3"/>',
    'warning ignored a exclusive, jobPriority',
  ],
  [
    'a gateway that begins an instance',
    '<eventBasedGateway id="a" instantiate="true"/>',
    'error changesMeaning a instantiate',
  ],
  [
    'a gateway that waits for all',
    '<eventBasedGateway id="a" eventGatewayType="Parallel"/>',
    'error changesMeaning a eventGatewayType',
  ],
  [
    'people by roles of the standard',
    '<userTask id="a"><potentialOwner id="o"/></userTask>',
    'error changesMeaning a resources',
  ],
  ['no token at all', '<userTask id="a" startQuantity="0"/>', 'error quantity a startQuantity = 0'],
  ['nothing that goes on', '<userTask id="a" completionQuantity="0"/>', 'error quantity a completionQuantity = 0'],
];

describe('parts of a drawing that the engine ignores', () => {
  it.each(cases)('is named: %s', async (_what, inside, finding) => {
    expect(await found(inside)).toEqual([finding]);
  });

  it('excludes known parts and unknown namespaces', async () => {
    const inside = `<userTask id="a" own:note="x" flowable:assignee="bob" flowable:dueDate="P1D" camunda:priority="3"/>`;
    expect(await found(inside)).toEqual([]);
    expect((await parseProcess(technicianLeaveXml)).findings).toEqual([]);
  });

  it('has words in both languages', async () => {
    const { findings } = await parseProcess(file(cases.map(([, inside]) => inside).join('')));
    for (const one of findings) expect(processFindingWords(one).every((words) => words !== one.code)).toBe(true);
  });
});
