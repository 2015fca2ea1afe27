// Notation for test processes, one element a line. `a -> b [days > 3]` is a flow with a condition, `[else]` the default
// flow. `user a by=ann` declares the type and options of a node; `sub s {` … `}` contains nodes. Undeclared nodes are a
// start event (`start…`), an end event (`end…`) or a plain task.

interface NodeLine {
  readonly kind: string;
  readonly id: string;
  readonly options: ReadonlyMap<string, string>;
  readonly inner: Scope | undefined;
}

interface Scope {
  readonly nodes: NodeLine[];
  readonly flows: { readonly source: string; readonly target: string; readonly condition: string }[];
}

const ELEMENTS: Readonly<Record<string, string>> = {
  user: 'userTask',
  task: 'task',
  manual: 'manualTask',
  script: 'scriptTask',
  service: 'serviceTask',
  rule: 'businessRuleTask',
  send: 'sendTask',
  receive: 'receiveTask',
  call: 'callActivity',
  sub: 'subProcess',
  transaction: 'transaction',
  'event-sub': 'subProcess',
  exclusive: 'exclusiveGateway',
  parallel: 'parallelGateway',
  inclusive: 'inclusiveGateway',
  events: 'eventBasedGateway',
  start: 'startEvent',
  end: 'endEvent',
  catch: 'intermediateCatchEvent',
  throw: 'intermediateThrowEvent',
  boundary: 'boundaryEvent',
  undo: 'task',
};

/**
 * Kinds of lines whose nodes get no element: `remove` for a missing node, `external` for one that another scope
 * declares.
 */
const ABSENT = new Set(['external', 'remove']);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Parse options such as `by=ann until="a > 2" beside` as names and values. A word without a value is a flag and has the
 * value `true`.
 */
function optionsOf(text: string): Map<string, string> {
  const found = text.matchAll(/([\w-]+)(?:=(?:"([^"]*)"|(\S+)))?/g);
  return new Map([...found].map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? 'true']));
}

function readLines(lines: string[]): Scope {
  const scope: Scope = { nodes: [], flows: [] };
  for (let line = lines.shift(); line !== undefined && line !== '}'; line = lines.shift()) {
    if (line.includes('->')) readFlows(scope, line);
    else readNode(scope, line, lines);
  }
  const declared = new Set(scope.nodes.map(({ id }) => id));
  for (const id of new Set(scope.flows.flatMap(({ source, target }) => [source, target])))
    if (!declared.has(id)) scope.nodes.push({ kind: kindOf(id), id, options: new Map(), inner: undefined });
  return scope;
}

const kindOf = (id: string): string => /^(start|end)/.exec(id)?.[1] ?? 'task';

function readFlows({ flows }: Scope, line: string): void {
  const [, chain = '', condition = ''] = /^([^[]*)(?:\[(.*)\])?$/.exec(line) ?? [];
  const stops = chain.split('->').map((stop) => stop.split(',').map((id) => id.trim()));
  for (const [at, sources] of stops.slice(0, -1).entries())
    for (const source of sources) for (const target of stops[at + 1] ?? []) flows.push({ source, target, condition });
}

function readNode({ nodes }: Scope, line: string, lines: string[]): void {
  const opens = line.endsWith(' {');
  const [kind = '', id = '', ...rest] = (opens ? line.slice(0, -2) : line).split(' ');
  if (!(kind in ELEMENTS) && !ABSENT.has(kind)) throw new Error(`“${line}” says nothing.`);
  nodes.push({ kind, id, options: optionsOf(rest.join(' ')), inner: opens ? readLines(lines) : undefined });
}

const tag = (name: string, attributes: Readonly<Record<string, string | undefined>>, inner = ''): string => {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}="${escaped(value)}"`],
  );
  return `<${[name, ...written].join(' ')}>${inner}</${name}>`;
};

const EVENTS: Readonly<Record<string, (value: string) => string>> = {
  timer: (value) => {
    const kind = value.startsWith('P') ? 'timeDuration' : value.startsWith('R') ? 'timeCycle' : 'timeDate';
    return tag('timerEventDefinition', {}, tag(kind, {}, escaped(value)));
  },
  message: (value) => tag('messageEventDefinition', { messageRef: value }),
  signal: (value) => tag('signalEventDefinition', { signalRef: value }),
  error: (value) =>
    tag('errorEventDefinition', { errorRef: value === 'any' ? undefined : value, 'anju:errorCodeVariable': 'code' }),
  escalation: (value) => tag('escalationEventDefinition', { escalationRef: value === 'any' ? undefined : value }),
  condition: (value) => tag('conditionalEventDefinition', {}, tag('condition', {}, escaped(value))),
  link: (value) => tag('linkEventDefinition', { name: value }),
  terminate: () => tag('terminateEventDefinition', {}),
  compensate: (value) => tag('compensateEventDefinition', { activityRef: value === 'true' ? undefined : value }),
  cancel: () => tag('cancelEventDefinition', {}),
};

const eventsOf = (options: NodeLine['options']): string =>
  [...options].map(([name, value]) => EVENTS[name]?.(value) ?? '').join('');

/**
 * Return the XML of a node's loop. Several instances: `each=who:people` (one for each item of the variable `people`,
 * named `who`) or `times=3`, with `turn` (sequential) and `until=…` (condition to end). Standard loop: `while=…`
 * (condition to repeat) and `most=3` (maximal count), with `first` (checked before the first run).
 */
function loopOf(options: NodeLine['options']): string {
  if (options.has('while') || options.has('most')) return standardLoop(options);
  return options.has('each') || options.has('times') ? multiLoop(options) : '';
}

const bodyTag = (name: string, text: string | undefined): string =>
  text === undefined ? '' : tag(name, {}, escaped(text));

const standardLoop = (options: NodeLine['options']): string =>
  tag(
    'standardLoopCharacteristics',
    { testBefore: options.has('first') ? 'true' : undefined, loopMaximum: options.get('most') },
    bodyTag('loopCondition', options.get('while')),
  );

function multiLoop(options: NodeLine['options']): string {
  const [element, collection] = options.get('each')?.split(':') ?? [];
  return tag(
    'multiInstanceLoopCharacteristics',
    {
      isSequential: options.has('turn') ? 'true' : undefined,
      'anju:collection': collection,
      'anju:elementVariable': element,
    },
    bodyTag('loopCardinality', options.get('times')) + bodyTag('completionCondition', options.get('until')),
  );
}

const mappings = (options: NodeLine['options'], name: string): string =>
  (options.get(name)?.split(',') ?? [])
    .map((pair) => pair.split(':'))
    .map(([source, target]) => `<anju:${name} source="${source}" target="${target}"/>`)
    .join('');

/** Options of the notation with the BPMN attributes that they mean. */
const ATTRIBUTES: readonly (readonly [option: string, attribute: string])[] = [
  ['on', 'attachedToRef'],
  ['takes', 'startQuantity'],
  ['gives', 'completionQuantity'],
  ['process', 'calledElement'],
  ['default', 'default'],
  ['all', 'parallelMultiple'],
  ['undoes', 'isForCompensation'],
  ['begins', 'instantiate'],
  ['by', 'anju:assignee'],
  ['users', 'anju:candidateUsers'],
  ['groups', 'anju:candidateGroups'],
  ['async', 'anju:async'],
  ['name', 'anju:service'],
  ['result', 'anju:resultVariable'],
  ['initiator', 'anju:initiator'],
  ['outcome', 'anju:outcome'],
  ['enters', 'anju:onEnter'],
  ['completes', 'anju:onComplete'],
  ['people', 'anju:assignment'],
  ['timeout', 'anju:timeout'],
  ['copy', 'anju:copyTo'],
  ['fields', 'anju:fields'],
  ['due', 'anju:dueDate'],
];

const AS_JSON = new Set(['people', 'timeout', 'copy', 'fields']);

function attributesOf({ kind, id, options }: NodeLine, scope: Scope): Record<string, string | undefined> {
  const written = ATTRIBUTES.flatMap(([option, attribute]) => {
    const value = options.get(option);
    return value === undefined ? [] : [[attribute, AS_JSON.has(option) ? value.replaceAll("'", '"') : value]];
  });
  const hasElse = scope.flows.some(({ source, condition }) => source === id && condition === 'else');
  const beside = options.has('beside') ? 'false' : undefined;
  return {
    id,
    name: id,
    ...(hasElse && { default: `${id}-else` }),
    ...(kind === 'boundary' && { cancelActivity: beside }),
    ...(kind === 'start' && { isInterrupting: beside }),
    ...(kind === 'event-sub' && { triggeredByEvent: 'true' }),
    ...(kind === 'undo' && { isForCompensation: 'true' }),
    ...((kind === 'send' || kind === 'receive') && { messageRef: options.get('message') }),
    ...Object.fromEntries(written),
  };
}

function nodeXml(node: NodeLine, scope: Scope): string {
  const { kind, options, inner } = node;
  const isTask = ['send', 'receive'].includes(kind);
  const extension = mappings(options, 'in') + mappings(options, 'out');
  const content =
    (extension && tag('extensionElements', {}, extension)) +
    (isTask ? '' : eventsOf(options)) +
    loopOf(options) +
    (kind === 'script' ? tag('script', {}, escaped(options.get('do') ?? '')) : '') +
    (inner ? scopeXml(inner) : '');
  return tag(ELEMENTS[kind] ?? '', attributesOf(node, scope), content);
}

/**
 * Return the XML of a compensation handler, such as `undo cancelRoom for=bookRoom`. It is a boundary event at the
 * activity after `for=`, and an association with the handler that undoes the activity.
 */
const undoXml = ({ id, options }: NodeLine): string =>
  tag('boundaryEvent', { id: `${id}-event`, attachedToRef: options.get('for') }, tag('compensateEventDefinition', {})) +
  tag('association', { sourceRef: `${id}-event`, targetRef: id });

function flowXml({ source, target, condition }: Scope['flows'][number], at: number): string {
  const id = condition === 'else' ? `${source}-else` : `${source}-${target}-${at}`;
  const isConditional = condition !== '' && condition !== 'else';
  const inner = isConditional
    ? tag('conditionExpression', { 'xsi:type': 'tFormalExpression' }, escaped(`\${${condition}}`))
    : '';
  return tag('sequenceFlow', { id, sourceRef: source, targetRef: target }, inner);
}

const scopeXml = (scope: Scope): string =>
  [
    ...scope.nodes.filter(({ kind }) => !ABSENT.has(kind)).map((node) => nodeXml(node, scope)),
    ...scope.nodes.filter(({ kind, options }) => kind === 'undo' || options.has('undoes')).map((node) => undoXml(node)),
    ...scope.flows.map((flow, at) => flowXml(flow, at)),
  ].join('\n');

/**
 * Return a BPMN file with the processes of a text. The first has the key `main`; each further one follows a line
 * `process <key>`.
 */
export function bpmnOf(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const parts: { key: string; lines: string[] }[] = [{ key: 'main', lines: [] }];
  for (const line of lines) {
    if (line.startsWith('process ')) parts.push({ key: line.slice('process '.length), lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  const processes = parts.map((part) =>
    tag('process', { id: part.key, name: part.key, isExecutable: 'true' }, scopeXml(readLines(part.lines))),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:anju="https://anju/bpmn" targetNamespace="scenarios">
${processes.join('\n')}
</definitions>`;
}
