import { describe, expect, it } from 'vitest';
import { parseProcess } from '../compile/parse-process.rules.ts';
import { applyProcessXml } from '../shipped/apply-process.rules.ts';
import { leaveProcessXml } from '../shipped/leave-process.rules.ts';
import { technicianLeaveXml } from '../shipped/technician-leave.rules.ts';
import { bpmnOf } from '../testing/notation.ts';
import { findingCodes, processFindingWords } from './finding-words.rules.ts';
import type { LintFacts } from './lint-rule.rules.ts';
import { LINT_RULES, lintProcess } from './lint-process.rules.ts';

const codesOf = async (xml: string, facts: LintFacts = {}): Promise<string[]> => {
  const { processes } = await parseProcess(xml);
  return processes.flatMap((process) => lintProcess(process, facts)).map(({ code, node }) => `${code} ${node}`.trim());
};

const facts: LintFacts = {
  services: new Set(['notice.send']),
  processes: new Set(['other']),
  startMessages: new Map([['taken', 'another']]),
  groups: new Set(['as_cs']),
  users: new Set(['bob']),
  verbs: new Set(['approve']),
  fields: new Set(['endTime', 'leaveHours']),
  inputs: new Set(['endTime']),
};

const ok = 'user a by=bob\nstart -> a -> end';

/** For each finding: its code and place, a process that has it, and a similar one that does not. */
const cases: readonly [finding: string, caught: string, left: string][] = [
  ['noStart', 'user a by=bob\na -> end', ok],
  ['noEnd', 'user a by=bob\nstart -> a', ok],
  ['danglingFlow a-nowhere-1', 'task a\nstart -> a\nremove nowhere\na -> nowhere', ok],
  [
    'flowAcrossScope a-inside-1',
    'sub s {\nstartS -> inside -> endS\n}\nexternal inside\nstart -> a\na -> inside\na -> s -> end',
    'sub s {\nstartS -> inside -> endS\n}\nstart -> s -> end',
  ],
  ['neverReached b', `${ok}\nuser b by=bob\nb -> end`, ok],
  ['deadEnd a', 'user a by=bob\nstart -> a\nstart -> end', ok],
  [
    'eventWithoutOutgoing t',
    'parallel f\ncatch t timer=PT1H\nstart -> f -> t\nf -> end',
    `${ok}\nboundary t on=a error=E`,
  ],
  ['deadEnd t', `${ok}\nboundary t on=a error=E`, `${ok}\nboundary t on=a error=E\nt -> end2`],
  ['instantiateIncoming r', 'receive r message=m begins\nstart -> r -> end', 'receive r message=m begins\nr -> end'],
  ['noStart', 'receive r message=m\nr -> end', 'receive r message=m begins\nr -> end'],
  [
    'severalThrown t',
    'throw t signal=one escalation=two\nstart -> t -> end',
    'throw t message=one signal=two\nstart -> t -> end',
  ],
  ['cycleOnce t', 'catch t timer=R3/PT1H\nstart -> t -> end', 'catch t timer=PT1H\nstart -> t -> end'],
  [
    'cycleInterrupts t',
    `${ok}\nboundary t on=a timer=R3/PT1H\nt -> end2`,
    `${ok}\nboundary t on=a timer=R3/PT1H beside\nt -> end2`,
  ],
  [
    'cycleShort t',
    `${ok}\nboundary t on=a timer=R3/PT10S beside\nt -> end2`,
    `${ok}\nboundary t on=a timer=R3/PT1M beside\nt -> end2`,
  ],
  ['loopMaximum a', 'user a by=bob most=-1\nstart -> a -> end', 'user a by=bob most=2\nstart -> a -> end'],
  ['gatewayWithoutOutgoing g', 'exclusive g\nstart -> g\nstart -> end', 'exclusive g\nstart -> g -> end'],
  ['startWithIncoming start', 'user a by=bob\nstart -> a -> start\na -> end', ok],
  ['endWithOutgoing end', `${ok}\nend -> b -> end2`, ok],
  ['severalStarts start2', `${ok}\nstart2 -> a`, `${ok}\nstart2 -> a\nstart start2 message=m`],
  ['emptyScope s', 'sub s {\n}\nstart -> s -> end', 'sub s {\nstartS -> a -> endS\n}\nstart -> s -> end'],
  [
    'scopeStart s',
    'sub s {\nstart m message=x\nm -> a -> endS\n}\nstart -> s -> end',
    'sub s {\nstartS -> a -> endS\n}\nstart -> s -> end',
  ],
  [
    'restlessLoop g',
    'exclusive g\nstart -> g\ng -> a [x]\ng -> end [else]\na -> g',
    'exclusive g\nuser a by=bob\nstart -> g\ng -> a [x]\ng -> end [else]\na -> g',
  ],
  [
    'starvingJoin j',
    'exclusive g\nparallel j\nstart -> g\ng -> a [x]\ng -> b [else]\na, b -> j -> end',
    'parallel g\nparallel j\nstart -> g -> a, b -> j -> end',
  ],
  [
    'starvingJoin j',
    'parallel f\nexclusive g\nparallel j\nstart -> f -> g, other\nother -> end2\ng -> a [x]\ng -> b [else]\na, b -> j -> end',
    'parallel f\nexclusive g\nexclusive m\nparallel j\nstart -> f -> g, other -> m\ng -> a [x]\ng -> b [else]\na, b -> m\nother -> j\nm -> j -> end',
  ],
  ['rejectionEnds a', 'user a by=bob\nuser b by=bob\nstart -> a -> b -> end', ok],
  [
    'rejectionEnds a',
    'user a by=bob\nend yes outcome=approved\nstart -> a -> yes',
    'user a by=bob\nend yes outcome=approved\nstart -> a\na -> yes [pass]\na -> end [else]',
  ],
  [
    'rejectionEnds a',
    'user a by=bob\nexclusive g\nuser b by=bob\nstart -> a -> g\ng -> b [days > 3]\ng -> end [else]\nb -> end',
    'user a by=bob\nscript s do="ok = pass"\nexclusive g\nuser b by=bob\nstart -> a -> s -> g\ng -> b [ok]\ng -> end [else]\nb -> end',
  ],
  [
    'rejectionEnds a',
    "sub s {\nuser a by=bob\nstartS -> a -> endS\n}\nuser b by=bob\nexclusive g\nstart -> s -> g\ng -> b [how == 'pass']\ng -> end [else]\nb -> end",
    'sub s {\nuser a by=bob\nstartS -> a -> endS\n}\nuser b by=bob\nexclusive g\nstart -> s -> g\ng -> b [pass]\ng -> end [else]\nb -> end',
  ],
  [
    'exclusiveWithoutDefault g',
    'exclusive g\nstart -> g\ng -> a [x > 1]\ng -> b [x > 2]\na, b -> end',
    'exclusive g\nstart -> g\ng -> a [x]\ng -> b [!x]\na, b -> end',
  ],
  [
    'shadowedFlow g',
    'exclusive g\nstart -> g\ng -> a\ng -> b [x]\na, b -> end',
    'exclusive g\nstart -> g\ng -> b [x]\ng -> a\na, b -> end',
  ],
  [
    'defaultNotOutgoing g',
    'exclusive g default=a-b-9\nstart -> g -> a -> b -> end',
    'exclusive g\nstart -> g\ng -> a [x]\ng -> b [else]\na, b -> end',
  ],
  [
    'conditionIgnored g-a-1',
    'parallel g\nstart -> g\ng -> a [x]\ng -> b\na, b -> end',
    'parallel g\nstart -> g\ng -> a\ng -> b\na, b -> end',
  ],
  [
    'mayBeStuck a',
    'user a by=bob\nstart -> a\na -> end [x > 1]',
    'user a by=bob\nstart -> a\na -> end [pass]\na -> end2 [!pass]',
  ],
  [
    'eventGatewayTarget a',
    'events g\ncatch m message=x\nuser a by=bob\nstart -> g -> m, a -> end',
    'events g\ncatch m message=x\ncatch t timer=PT1H\nstart -> g -> m, t -> end',
  ],
  [
    'eventGatewaySingle g',
    'events g\ncatch m message=x\nstart -> g -> m -> end',
    'events g\ncatch m message=x\ncatch t timer=PT1H\nstart -> g -> m, t -> end',
  ],
  ['eventNotAllowed t', 'throw t timer=PT1H\nstart -> t -> end', 'catch t timer=PT1H\nstart -> t -> end'],
  [
    'eventNotAllowed s',
    'start s error=E\nstart -> a\ns -> a -> end',
    `${ok}\nevent-sub e {\nstart s error=E\ns -> b -> endE\n}`,
  ],
  ['timerFormat t', 'catch t timer="in an hour"\nstart -> t -> end', 'catch t timer=${when}\nstart -> t -> end'],
  ['errorWithoutCode e', 'end e error=any\nstart -> e\nstart -> end', 'end e error=E\nstart -> e\nstart -> end'],
  ['catchWithoutEvent c', 'catch c\nstart -> c -> end', 'catch c signal=s\nstart -> c -> end'],
  [
    'linkWithoutTarget l',
    'throw l link=L\nstart -> a -> l\na -> end',
    'throw l link=L\ncatch m link=L\nstart -> l\nm -> end',
  ],
  ['linkUnused m', `${ok}\ncatch m link=L\nm -> end2`, 'throw l link=L\ncatch m link=L\nstart -> l\nm -> end'],
  [
    'boundaryWithoutHost t',
    `${ok}\nboundary t on=nowhere timer=PT1H\nt -> end2`,
    `${ok}\nboundary t on=a timer=PT1H\nt -> end2`,
  ],
  [
    'alwaysInterrupting x',
    `${ok}\nboundary x on=a error=E beside\nx -> end2`,
    `${ok}\nboundary x on=a error=E\nx -> end2`,
  ],
  [
    'cancelOutside e',
    'sub s {\nend e cancel\nstartS -> e\n}\nstart -> s -> end',
    'transaction s {\nend e cancel\nstartS -> e\n}\nboundary c on=s cancel\nstart -> s -> end\nc -> end2',
  ],
  [
    'cancelNotCaught s',
    'transaction s {\nend e cancel\nstartS -> e\n}\nstart -> s -> end',
    'transaction s {\nend e cancel\nstartS -> e\n}\nboundary c on=s cancel\nstart -> s -> end\nc -> end2',
  ],
  ['compensationWithoutHandler x', `${ok}\nboundary x on=a compensate`, `${ok}\nundo u for=a`],
  ['handlerWithFlow u', `${ok}\nundo u for=a\nu -> end2`, `${ok}\nundo u for=a`],
  ['handlerUnused u', `${ok}\nundo u for=nowhere`, `${ok}\nundo u for=a`],
  [
    'eventSubProcessStart e',
    `${ok}\nevent-sub e {\nstartE -> b -> endE\n}`,
    `${ok}\nevent-sub e {\nstart s signal=x\ns -> b -> endE\n}`,
  ],
  [
    'eventSubProcessFlow e',
    `${ok}\nevent-sub e {\nstart s signal=x\ns -> b -> endE\n}\na -> e`,
    `${ok}\nevent-sub e {\nstart s signal=x\ns -> b -> endE\n}`,
  ],
  [
    'startMessageTaken s',
    'start s message=taken\nstart -> a -> end\ns -> a',
    'start s message=free\nstart -> a -> end\ns -> a',
  ],
  ['nobodyAssigned a', 'user a\nstart -> a -> end', ok],
  ['assignmentRule a', `user a people="{'mode':'some','by':[]}"\nstart -> a -> end`, ok],
  [
    'assignmentRule a',
    `user a people="{'mode':'all','by':[{'type':'role'}]}"\nstart -> a -> end`,
    `user a people="{'mode':'all','by':[{'type':'role','values':['as_cs']}]}"\nstart -> a -> end`,
  ],
  [
    'ratioRange a',
    `user a people="{'mode':'ratio','ratio':80,'by':[{'type':'starter'}]}"\nstart -> a -> end`,
    `user a people="{'mode':'ratio','ratio':0.8,'by':[{'type':'starter'}]}"\nstart -> a -> end`,
  ],
  ['unknownGroup a', 'user a groups=as_nobody\nstart -> a -> end', 'user a groups=as_cs\nstart -> a -> end'],
  ['unknownUser a', 'user a by=nobody\nstart -> a -> end', 'user a by=${who}\nstart -> a -> end'],
  [
    'timeoutBroken a',
    `user a by=bob timeout="{'after':'a day','action':'remind'}"\nstart -> a -> end`,
    `user a by=bob timeout="{'after':'P1D','action':'remind'}"\nstart -> a -> end`,
  ],
  [
    'fieldRights a',
    `user a by=bob fields="{'endTime':'write'}"\nstart -> a -> end`,
    `user a by=bob fields="{'endTime':'edit'}"\nstart -> a -> end`,
  ],
  [
    'unknownField a',
    `user a by=bob fields="{'endTme':'edit'}"\nstart -> a -> end`,
    `user a by=bob fields="{'endTime':'edit','leaveHours':'hide'}"\nstart -> a -> end`,
  ],
  [
    'unknownField a',
    `user a by=bob fields="{'leaveHours':'edit'}"\nstart -> a -> end`,
    `user a by=bob fields="{'leaveHours':'read'}"\nstart -> a -> end`,
  ],
  ['serviceMissing s', 'service s\nstart -> s -> end', 'service s name=notice.send\nstart -> s -> end'],
  ['unknownService s', 'service s name=other\nstart -> s -> end', 'service s name=notice.send\nstart -> s -> end'],
  ['scriptEmpty s', 'script s\nstart -> s -> end', 'script s do="x = 1"\nstart -> s -> end'],
  ['calledMissing c', 'call c\nstart -> c -> end', 'call c process=other\nstart -> c -> end'],
  ['unknownCalled c', 'call c process=nobody\nstart -> c -> end', 'call c process=${which}\nstart -> c -> end'],
  [
    'unknownVerb a',
    'user a by=bob completes=explode\nstart -> a -> end',
    'user a by=bob completes=approve\nstart -> a -> end',
  ],
  ['expression a', 'user a by=${who.(}\nstart -> a -> end', ok],
  ['expression a-end-1', 'user a by=bob\nstart -> a\na -> end [x >]\na -> end2', ok],
];

describe('the linter finds the faults of a process', () => {
  it.each(cases)('%s', async (finding, caught, left) => {
    expect(await codesOf(bpmnOf(caught), facts)).toContain(finding);
    const [code = ''] = finding.split(' ');
    expect((await codesOf(bpmnOf(left), facts)).map((one) => one.split(' ')[0])).not.toContain(code);
  });

  it.each([leaveProcessXml, applyProcessXml, technicianLeaveXml])('shipped processes have no findings', async (xml) => {
    expect(await codesOf(xml)).toEqual([]);
  });

  it('each rule has a text in both languages that names its detail', () => {
    for (const { code, level } of LINT_RULES) {
      expect(findingCodes).toContain(code);
      const [zh, en] = processFindingWords({ code, level, node: 'a', detail: '$&' });
      expect(zh).toMatch(/[一-鿿]/);
      expect(en).not.toMatch(/[一-鿿]/);
      expect(zh.includes('$&')).toBe(en.includes('$&'));
    }
  });

  it('each rule exists once and has a case', () => {
    const codes = LINT_RULES.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    const covered = new Set([...cases.map(([finding]) => finding.split(' ')[0]), ...WITH_XML]);
    expect(codes.filter((code) => !covered.has(code))).toEqual([]);
  });
});

/** Findings whose processes cannot be written in the notation, and are tested with BPMN below. */
const WITH_XML = [
  'defaultWithCondition',
  'timerMissing',
  'nameMissing',
  'conditionMissing',
  'taskWithoutName',
  'multiWithoutCount',
  'endlessLoop',
  'badStarter',
  'unknownPaper',
];

const file = (inner: string): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="t"><process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="a"/>${inner}<endEvent id="e"/></process></definitions>`;

describe('the linter finds the faults of a file', () => {
  it('starters are accounts, roles and departments, and papers are those that a process may govern', async () => {
    const named = (attributes: string): string =>
      file('<manualTask id="a"/><sequenceFlow id="g" sourceRef="a" targetRef="e"/>')
        .replace('<definitions ', '<definitions xmlns:anju="https://anju/bpmn" ')
        .replace('<process ', `<process ${attributes} `);
    const paperNames = new Set(['leaveForm']);
    expect(await codesOf(named('anju:starters="all, user:1" anju:papers="leaveForm, other"'), { paperNames })).toEqual([
      'badStarter',
      'unknownPaper',
    ]);
    const valid = named('anju:starters="user:1, role:as_hr, dept:2" anju:papers="leaveForm"');
    expect(await codesOf(valid, { paperNames })).toEqual([]);
  });

  const condition = '<conditionExpression xsi:type="tFormalExpression">${x}</conditionExpression>';
  const flow = '<sequenceFlow id="g" sourceRef="a" targetRef="e"/>';
  it.each([
    [
      'defaultWithCondition g',
      `<exclusiveGateway id="a" default="g"/><sequenceFlow id="g" sourceRef="a" targetRef="e">${condition}</sequenceFlow>`,
      `<exclusiveGateway id="a" default="g"/>${flow}`,
    ],
    [
      'timerMissing a',
      `<intermediateCatchEvent id="a"><timerEventDefinition/></intermediateCatchEvent>${flow}`,
      `<intermediateCatchEvent id="a"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>${flow}`,
    ],
    [
      'nameMissing a',
      `<intermediateCatchEvent id="a"><messageEventDefinition/></intermediateCatchEvent>${flow}`,
      `<intermediateCatchEvent id="a"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>${flow}`,
    ],
    [
      'conditionMissing a',
      `<intermediateCatchEvent id="a"><conditionalEventDefinition/></intermediateCatchEvent>${flow}`,
      `<intermediateCatchEvent id="a"><conditionalEventDefinition><condition>\${x}</condition></conditionalEventDefinition></intermediateCatchEvent>${flow}`,
    ],
    ['taskWithoutName a', `<userTask id="a"/>${flow}`, `<userTask id="a" name="A"/>${flow}`],
    [
      'multiWithoutCount a',
      `<task id="a"><multiInstanceLoopCharacteristics/></task>${flow}`,
      `<task id="a"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></task>${flow}`,
    ],
    [
      'endlessLoop a',
      `<task id="a"><standardLoopCharacteristics/></task>${flow}`,
      `<task id="a"><standardLoopCharacteristics loopMaximum="3"/></task>${flow}`,
    ],
  ])('%s', async (finding, caught, left) => {
    expect(await codesOf(file(caught))).toContain(finding);
    expect((await codesOf(file(left))).map((one) => one.split(' ')[0])).not.toContain(finding.split(' ')[0]);
  });
});
