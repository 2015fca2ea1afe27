import { describe, expect, it } from 'vitest';
import { parseProcess } from './parse-process.rules.ts';
import { startTriggers } from './start-triggers.rules.ts';

const file = (inner: string, around = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:flowable="http://flowable.org/bpmn" xmlns:anju="https://anju/bpmn" xmlns:own="http://activiti.org/bpmn" targetNamespace="t">
${around}<process id="p" name="Leave" isExecutable="true">${inner}</process></definitions>`;

const parsed = async (inner: string, around = '') => {
  const { processes, findings } = await parseProcess(file(inner, around));
  const [process] = processes;
  if (!process) throw new Error(JSON.stringify(findings));
  return { process, findings, node: (id: string) => process.nodes[id] };
};

describe('a BPMN file', () => {
  it('has its flows computed from their ends, and ids where it gives none', async () => {
    const { process, node } = await parsed(
      '<startEvent id="s"/><task id="a"/><sequenceFlow sourceRef="s" targetRef="a"/><endEvent id="e"/><sequenceFlow id="f" sourceRef="a" targetRef="e"><conditionExpression xsi:type="tFormalExpression">${x &gt; 3}</conditionExpression></sequenceFlow>',
    );
    expect(process).toMatchObject({ format: 1, key: 'p', name: 'Leave' });
    expect(node('s')?.outgoing).toEqual(['sequenceFlow_1']);
    expect(node('a')).toMatchObject({ incoming: ['sequenceFlow_1'], outgoing: ['f'] });
    expect(process.flows.f).toMatchObject({ source: 'a', target: 'e', condition: '${x > 3}' });
    expect(JSON.parse(JSON.stringify(process))).toEqual(process);
  });

  it('says the same of people in the words of any known namespace', async () => {
    const { node } = await parsed(
      '<userTask id="a" flowable:assignee="${taskUser}"/><userTask id="b" own:candidateGroups="manager, ${f(a,b)}" own:candidateUsers="7"/>' +
        '<userTask id="c"><extensionElements><anju:assignment><![CDATA[{"mode":"ratio","ratio":0.8,"by":[{"type":"role","values":["as_cs"]}]}]]></anju:assignment></extensionElements></userTask>' +
        '<startEvent id="s" flowable:initiator="applyUser"/>',
    );
    expect(node('a')?.userTask?.assignment).toEqual({
      mode: 'single',
      by: [{ type: 'user', values: ['${taskUser}'] }],
    });
    expect(node('b')?.userTask?.assignment).toEqual({
      mode: 'claim',
      by: [
        { type: 'user', values: ['7'] },
        { type: 'group', values: ['manager', '${f(a,b)}'] },
      ],
    });
    expect(node('c')?.userTask?.assignment).toMatchObject({ mode: 'ratio', ratio: 0.8 });
    expect(node('s')?.initiatorVariable).toBe('applyUser');
  });

  it('keeps unresolved references as written', async () => {
    const { node } = await parsed(
      '<userTask id="a"><multiInstanceLoopCharacteristics><loopDataInputRef>list</loopDataInputRef><inputDataItem name="one"/></multiInstanceLoopCharacteristics></userTask>' +
        '<boundaryEvent id="b" attachedToRef="a" cancelActivity="false"><escalationEventDefinition escalationRef="late"/></boundaryEvent>' +
        '<boundaryEvent id="c" attachedToRef="a"><errorEventDefinition errorRef="err"/></boundaryEvent>',
      '<error id="err" errorCode="E7"/>',
    );
    expect(node('a')).toMatchObject({
      loop: { kind: 'multi', sequential: false, collection: 'list', elementVariable: 'one' },
      boundaries: ['b', 'c'],
    });
    expect(node('b')).toMatchObject({ interrupting: false, events: [{ type: 'escalation', name: 'late' }] });
    expect(node('c')).toMatchObject({ interrupting: true, events: [{ type: 'error', name: 'E7' }] });
  });

  it('joins what undoes an activity to it', async () => {
    const { node } = await parsed(
      '<task id="book"/><boundaryEvent id="b" attachedToRef="book"><compensateEventDefinition/></boundaryEvent><task id="undo" isForCompensation="true"/><association sourceRef="b" targetRef="undo"/>',
    );
    expect(node('book')).toMatchObject({ compensatedBy: 'undo' });
    expect(node('undo')).toMatchObject({ isForCompensation: true });
  });

  it('reads the content of sub-processes, lanes and pools', async () => {
    const { process, node } = await parsed(
      '<laneSet><lane name="Office"><flowNodeRef>t</flowNodeRef></lane></laneSet><task id="t"/><subProcess id="sub"><startEvent id="i"/></subProcess>',
    );
    expect(node('t')?.lane).toBe('Office');
    expect(node('i')?.scope).toBe('sub');
    expect(Object.keys(process.nodes)).toEqual(['t', 'sub', 'i']);
    const pools = await parseProcess(
      file(
        '<startEvent id="s"/>',
        '<process id="q" isExecutable="true"/><process id="r" isExecutable="false"/><collaboration id="c"><participant id="x" name="Customer" processRef="q"/></collaboration>',
      ),
    );
    expect(pools.processes.map(({ key, name }) => [key, name])).toEqual([
      ['q', 'Customer'],
      ['p', 'Leave'],
    ]);
  });

  it('skips data and annotations, which have no effect', async () => {
    const plain =
      '<startEvent id="s"/><task id="t"/><endEvent id="e"/><sequenceFlow id="f1" sourceRef="s" targetRef="t"/><sequenceFlow id="f2" sourceRef="t" targetRef="e"/>';
    const beside =
      '<dataObject id="d"/><dataObjectReference id="dr" dataObjectRef="d"/><dataStoreReference id="ds"/><textAnnotation id="n"><text>看合同</text></textAnnotation><association id="as" sourceRef="t" targetRef="n"/><group id="g"/>';
    const [alone, together] = [await parsed(plain), await parsed(plain + beside)];
    expect(together.findings).toEqual([]);
    expect(together.process).toEqual(alone.process);
  });

  it('lists its start triggers', async () => {
    const { process } = await parsed(
      '<startEvent id="s"/><startEvent id="m"><messageEventDefinition messageRef="order"/></startEvent><startEvent id="t"><timerEventDefinition><timeCycle>R/PT1H</timeCycle></timerEventDefinition></startEvent>',
      '<message id="order" name="order.placed"/>',
    );
    expect(startTriggers(process)).toEqual([
      { nodeId: 'm', event: { type: 'message', name: 'order.placed' } },
      { nodeId: 't', event: { type: 'timer', timer: { kind: 'cycle', value: 'R/PT1H' } } },
    ]);
  });

  it.each([
    ['doctype', '<!DOCTYPE x [<!ENTITY a "b">]>' + file('')],
    ['unreadable', '<definitions><process'],
    ['unreadable', 'no file'],
    ['noProcess', file('').replace('isExecutable="true"', 'isExecutable="false"')],
    ['tooLarge', file(`<!-- ${'中'.repeat(700_000)} -->`)],
    ['tooManyNodes', file(Array.from({ length: 2001 }, (_, at) => `<task id="t${at}"/>`).join(''))],
    ['duplicateId', file('<task id="a"/><task id="a"/>')],
    ['unsupported', file('<complexGateway id="g"/>')],
    ['unsupported', file('<adHocSubProcess id="g"/>')],
    ['unknownElement', file('<wish id="g"/>')],
    ['foreignService', file('<serviceTask id="a" flowable:class="com.example.Mail"/>')],
    ['scriptLine', file('<scriptTask id="a"><script>System.exit(1)</script></scriptTask>')],
    ['extensionJson', file('<userTask id="a" anju:assignment="{mode"/>')],
    ['multiBehavior', file('<task id="a"><multiInstanceLoopCharacteristics behavior="None"/></task>')],
  ])('is refused, or doubted: %s', async (code, xml) => {
    const { findings } = await parseProcess(xml);
    expect(findings.map((finding) => finding.code)).toContain(code);
  });

  it('has scripts of assignments alone', async () => {
    const { node } = await parsed(
      '<scriptTask id="a"><script>total = price * 2\n  says = ${who}; ok = a == b</script></scriptTask>',
    );
    expect(node('a')?.script).toEqual([
      { target: 'total', source: 'price * 2' },
      { target: 'says', source: '${who}' },
      { target: 'ok', source: 'a == b' },
    ]);
  });
});
