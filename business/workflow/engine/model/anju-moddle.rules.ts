// The extensions that drawings of this product use beyond BPMN, in the namespace `anju`.

const text = (name: string) => ({ name, type: 'String' }) as const;
const attributes = (...names: string[]) => names.map((name) => ({ ...text(name), isAttr: true }));
const withBody = (name: string) => ({
  name,
  superClass: ['Element'],
  properties: [{ ...text('body'), isBody: true }],
});

/** Address of the namespace `anju` in drawings. */
export const ANJU_NAMESPACE = 'https://anju/bpmn';

/**
 * Return a drawing with the product's address for the prefix `anju`. A modeler ignores attributes under another
 * address.
 */
export const withAnjuNamespace = (xml: string): string =>
  xml.replaceAll(/xmlns:anju=(["'])[^"']*\1/g, `xmlns:anju="${ANJU_NAMESPACE}"`);

/** Attributes of a user task that the engine reads, by local name. */
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

/**
 * Descriptor of the namespace `anju` for bpmn-moddle. Without it a modeler preserves the attributes but cannot edit
 * them.
 */
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
