/** Elements of BPMN 2.0 that the engine runs, by their names in the standard. */
export const NODE_TYPES = [
  'startEvent',
  'endEvent',
  'intermediateCatchEvent',
  'intermediateThrowEvent',
  'boundaryEvent',
  'task',
  'userTask',
  'serviceTask',
  'scriptTask',
  'sendTask',
  'receiveTask',
  'manualTask',
  'businessRuleTask',
  'callActivity',
  'subProcess',
  'transaction',
  'exclusiveGateway',
  'parallelGateway',
  'inclusiveGateway',
  'eventBasedGateway',
] as const;

export type NodeType = (typeof NODE_TYPES)[number];

/** Types of event definitions. */
export type EventType =
  | 'timer'
  | 'message'
  | 'signal'
  | 'error'
  | 'escalation'
  | 'conditional'
  | 'link'
  | 'terminate'
  | 'compensation'
  | 'cancel';

/** Return whether a type is an activity: only these may have boundary events and loops. */
export const isActivityType = (type: NodeType): boolean => /task|activity|process|transaction/i.test(type);

export const isGatewayType = (type: NodeType): boolean => type.endsWith('Gateway');

export const isEventType = (type: NodeType): boolean => type.endsWith('Event');

/** Return whether a type contains nodes of its own. */
export const isScopeType = (type: NodeType): boolean => type === 'subProcess' || type === 'transaction';

/** Return whether a node is a receive task whose message starts an instance, as a start event does. */
export const beginsInstance = (node: {
  readonly instantiates?: boolean;
  readonly scope: string;
  readonly incoming: readonly string[];
}): boolean => node.instantiates === true && node.scope === '' && node.incoming.length === 0;
