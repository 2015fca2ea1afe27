const OPEN =
  '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="anju">';

const flow = (id: string, from: string, to: string, condition?: string): string =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${
    condition ? `<conditionExpression>$\{${condition}}</conditionExpression>` : ''
  }</sequenceFlow>`;

/** BPMN of two approvals with a gateway between them, like that of a leave. */
export const LEAVE_LIKE = `${OPEN}<process id="bench-leave" name="Bench" isExecutable="true">
<startEvent id="s" /><userTask id="a" name="A" flowable:assignee="$\{taskUser}" /><exclusiveGateway id="g" />
<userTask id="b" name="B" flowable:assignee="$\{taskUser}" /><userTask id="c" name="C" flowable:assignee="$\{taskUser}" /><endEvent id="e" />
${[
  flow('f1', 's', 'a'),
  flow('f2', 'a', 'g', 'pass'),
  flow('f3', 'a', 'e', '!pass'),
  flow('f4', 'g', 'b', 'days &lt;= 3'),
  flow('f5', 'g', 'c', 'days &gt; 3'),
  flow('f6', 'b', 'e'),
  flow('f7', 'c', 'e'),
].join('')}</process></definitions>`;

/** BPMN of a process that waits a minute and ends. */
export const WAITING = `${OPEN}<process id="bench-waiting" name="Waiting" isExecutable="true"><startEvent id="s" />
<intermediateCatchEvent id="w"><timerEventDefinition><timeDuration>PT1M</timeDuration></timerEventDefinition></intermediateCatchEvent><endEvent id="e" />
${flow('f1', 's', 'w')}${flow('f2', 'w', 'e')}</process></definitions>`;

/** Return the BPMN of one task for this person, as small companies approve leaves. */
export const judgedBy = (
  userId: string,
): string => `${OPEN}<process id="bench-judge" name="Judge" isExecutable="true"><startEvent id="s" />
<userTask id="a" name="A" flowable:assignee="${userId}" /><endEvent id="e" />${flow('f1', 's', 'a')}${flow('f2', 'a', 'e')}</process></definitions>`;
