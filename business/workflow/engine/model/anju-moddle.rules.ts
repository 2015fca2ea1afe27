// Types of the namespace `anju`, as bpmn-moddle reads them: what a drawing says beyond BPMN.

const text = (name: string) => ({ name, type: 'String' }) as const;
const attributes = (...names: string[]) => names.map((name) => ({ ...text(name), isAttr: true }));
const withBody = (name: string) => ({
  name,
  superClass: ['Element'],
  properties: [{ ...text('body'), isBody: true }],
});

/** Address of the namespace `anju` in drawings. */
export const ANJU_NAMESPACE = 'https://anju/bpmn';

/** A drawing whose prefix `anju` stands for another address, as the modeler would not know it: it keeps its attributes by our own. */
export const withAnjuNamespace = (xml: string): string =>
  xml.replaceAll(/xmlns:anju=(["'])[^"']*\1/g, `xmlns:anju="${ANJU_NAMESPACE}"`);

/** Attributes of a user task that its engine reads, by their local names. */
export const TASK_ATTRIBUTES = [
  'assignment',
  'formKey',
  'dueDate',
  'priority',
  'timeout',
  'fields',
  'buttons',
  'copyTo',
] as const;

/** Descriptor of the namespace `anju`: without it a modeler keeps its attributes, but does not change them. */
export const anjuModdle = {
  name: 'Anju',
  prefix: 'anju',
  uri: ANJU_NAMESPACE,
  xml: { tagAlias: 'lowerCase' },
  associations: [],
  types: [
    { name: 'TaskOfPeople', extends: ['bpmn:UserTask'], properties: attributes(...TASK_ATTRIBUTES) },
    {
      name: 'TaskOfService',
      extends: ['bpmn:ServiceTask', 'bpmn:BusinessRuleTask', 'bpmn:SendTask'],
      properties: attributes('service', 'resultVariable'),
    },
    { name: 'Verbs', extends: ['bpmn:FlowNode'], properties: attributes('onEnter', 'onComplete') },
    { name: 'Governing', extends: ['bpmn:Process'], properties: attributes('category', 'papers', 'starters') },
    { name: 'Starting', extends: ['bpmn:StartEvent'], properties: attributes('initiator', 'fields') },
    { name: 'Ending', extends: ['bpmn:EndEvent'], properties: attributes('outcome') },
    ...['Assignment', 'Timeout', 'Fields', 'CopyTo'].map((name) => withBody(name)),
    {
      name: 'Input',
      superClass: ['Element'],
      properties: [...attributes('name', 'value'), { ...text('body'), isBody: true }],
    },
    ...['In', 'Out'].map((name) => ({
      name,
      superClass: ['Element'],
      properties: attributes('source', 'sourceExpression', 'target'),
    })),
  ],
};
