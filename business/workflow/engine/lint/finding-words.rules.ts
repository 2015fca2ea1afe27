import type { Label } from '#kernel/language/label.ts';
import type { ProcessFinding } from './process-finding.rules.ts';

/** What each finding says, of the file and of the process in it; `%` is its detail. */
const WORDS: Readonly<Record<string, Label>> = {
  doctype: ['文件含有 DOCTYPE 声明，不予接受', 'The file has a DOCTYPE, which is not accepted'],
  tooLarge: ['文件大于 % 字节', 'The file has more than % bytes'],
  tooManyNodes: ['流程有 % 个元素，超过 2000 个', 'The process has % elements, more than 2,000'],
  unreadable: ['文件无法读取：%', 'The file cannot be read: %'],
  noProcess: ['文件中没有可执行的流程', 'The file holds no executable process'],
  duplicateId: ['标识 % 出现两次', 'The id % occurs twice'],
  unknownElement: ['不认识的元素 % 被略过', 'The unknown element % is left out'],
  unsupported: ['不支持元素 %', 'The element % is not supported'],
  foreignService: [
    '% 是其他产品的代码，请改选已登记的服务',
    '% is code of another product: choose a registered service',
  ],
  scriptLine: ['脚本只接受“变量 = 表达式”：%', 'A script holds lines “variable = expression” alone: %'],
  extensionJson: ['扩展属性 % 不是有效的 JSON', 'The extension % is no valid JSON'],
  multiBehavior: ['不支持多实例的 % 行为', 'The behaviour % of several instances is not supported'],
  noStart: ['没有开始事件', 'There is no start event'],
  noEnd: ['没有结束事件', 'There is no end event'],
  danglingFlow: ['连线的一端没有连到元素', 'One end of the flow leads to no element'],
  flowAcrossScope: ['连线穿过了子流程的边界', 'The flow crosses the border of a sub-process'],
  neverReached: ['从开始事件走不到这里', 'No way from a start event leads here'],
  deadEnd: ['之后没有任何元素，令牌在此结束', 'Nothing follows: its token ends here'],
  eventWithoutOutgoing: ['事件之后没有连线', 'No flow leaves the event'],
  gatewayWithoutOutgoing: ['网关之后没有连线', 'No flow leaves the gateway'],
  startWithIncoming: ['开始事件之前不能有连线', 'No flow may lead to a start event'],
  endWithOutgoing: ['结束事件之后不能有连线', 'No flow may leave an end event'],
  severalStarts: ['有多个开始事件，启动时会同时开始', 'Several start events begin at the same time'],
  emptyScope: ['子流程是空的', 'The sub-process is empty'],
  scopeStart: ['子流程需要一个普通的开始事件', 'The sub-process needs a plain start event'],
  restlessLoop: [
    '循环中没有等待的节点，会一直执行到步数上限',
    'Nothing in this loop waits: it runs until the limit of steps',
  ],
  starvingJoin: [
    '并行汇聚永远等不齐：之前的网关只会走其中一条分支',
    'The parallel join waits for ever: the gateway before it takes one branch alone',
  ],
  exclusiveWithoutDefault: ['所有条件都不成立时没有默认分支', 'No default flow for when no condition holds'],
  shadowedFlow: ['有一条没有条件的连线，其后的连线不会被选中', 'A flow without condition hides those behind it'],
  defaultWithCondition: ['默认连线上的条件不起作用', 'The condition of a default flow has no effect'],
  defaultNotOutgoing: ['默认连线不是从这里出发的', 'The default flow does not leave from here'],
  conditionIgnored: ['这里的条件不起作用', 'A condition has no effect here'],
  mayBeStuck: ['所有条件都不成立时任务无法完成', 'The task cannot be completed when no condition holds'],
  eventGatewayTarget: [
    '事件网关之后只能是捕获事件或接收任务，且不再有其他连线进入',
    'Behind an event-based gateway stand catch events or receive tasks with no other flow into them',
  ],
  eventGatewaySingle: ['事件网关之后只有一个事件', 'Behind the event-based gateway stands one event alone'],
  eventNotAllowed: ['% 事件不能放在这里', 'An event of kind % may not stand here'],
  timerMissing: ['没有填写时间', 'The timer has no time'],
  timerFormat: ['“%”不是 ISO 8601 时间', '“%” is no time of ISO 8601'],
  nameMissing: ['% 没有名称', 'The % has no name'],
  errorWithoutCode: ['错误结束事件没有错误代码', 'The error end event has no code'],
  conditionMissing: ['条件事件没有条件', 'The conditional event has no condition'],
  catchWithoutEvent: ['没有选择等待的事件', 'Nothing is chosen to wait for'],
  linkWithoutTarget: ['没有唯一的同名链接目标', 'There is no one link target of this name'],
  linkUnused: ['没有链接指向这里', 'No link leads here'],
  boundaryWithoutHost: ['边界事件没有附着在任务上', 'The boundary event stands on no activity'],
  alwaysInterrupting: ['错误和取消总是中断的', 'Errors and cancellations always interrupt'],
  cancelOutside: ['取消事件只能用于事务', 'Cancel events belong to transactions'],
  cancelNotCaught: ['事务没有取消边界事件', 'The transaction has no cancel boundary event'],
  compensationWithoutHandler: ['补偿事件没有连到补偿任务', 'The compensation event leads to no handler'],
  handlerWithFlow: ['补偿任务不能有连线', 'No flow may touch a compensation handler'],
  handlerUnused: ['没有补偿事件指向这个任务', 'No compensation event leads to this handler'],
  eventSubProcessStart: ['事件子流程需要恰好一个带事件的开始', 'An event sub-process needs one start with an event'],
  eventSubProcessFlow: ['事件子流程不能有连线', 'No flow may touch an event sub-process'],
  startMessageTaken: ['消息“%”已启动另一个流程', 'The message “%” starts another process already'],
  taskWithoutName: ['任务没有名称', 'The task has no name'],
  nobodyAssigned: ['没有选择办理人，任务会交给管理员', 'Nobody is chosen: the task goes to an administrator'],
  rejectionEnds: [
    '之后没有条件判断同意与否：在此驳回会以“驳回”结束整个流程',
    'Nothing behind asks whether it passed: a rejection here ends the whole case as rejected',
  ],
  assignmentRule: ['办理人的规则不完整', 'The rule for who gets the task is incomplete'],
  ratioRange: ['会签比例应大于 0 且不超过 1', 'The share has to be above 0 and at most 1'],
  unknownGroup: ['这里没有角色或组“%”', 'There is no role or group “%” here'],
  unknownUser: ['这里没有用户“%”', 'There is no user “%” here'],
  timeoutBroken: ['超时设置不完整', 'The timeout is incomplete'],
  fieldRights: ['字段权限只能是只读、可改或隐藏', 'A field is read, changed or hidden'],
  unknownField: ['单据没有字段“%”，或它不由人填写', 'The document has no field “%”, or nobody fills it in'],
  serviceMissing: ['没有选择服务', 'No service is chosen'],
  unknownService: ['没有登记服务“%”', 'The service “%” is not registered'],
  scriptEmpty: ['脚本是空的', 'The script is empty'],
  calledMissing: ['没有填写要调用的流程', 'No process is chosen to be called'],
  unknownCalled: ['没有部署流程“%”', 'The process “%” is not deployed'],
  multiWithoutCount: ['多实例没有次数或集合', 'Several instances need a number or a collection'],
  endlessLoop: ['循环没有条件也没有次数', 'The loop has neither a condition nor a number'],
  unknownVerb: ['单据没有动作“%”', 'The document has no action “%”'],
  expression: ['表达式无法读取：%', 'The expression cannot be read: %'],
};

/** Codes that have words, for whoever proves that each finding has. */
export const findingCodes: readonly string[] = Object.keys(WORDS);

/** The sentence of a finding, in both languages. */
export function processFindingWords({ code, detail }: ProcessFinding): Label {
  const [zh, en] = WORDS[code] ?? [code, code];
  return [zh.replace('%', () => detail), en.replace('%', () => detail)];
}
