import { longText } from '#kernel/fields/long-text/long-text.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { processModelRights } from '../rights.rules.ts';

/**
 * The smallest process that can be deployed, with a diagram: otherwise saving would add a layout and change the text.
 */
const SAMPLE = [
  '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" targetNamespace="anju">',
  '<process id="sample" name="样例" isExecutable="true"><startEvent id="start" /><sequenceFlow id="f1" sourceRef="start" targetRef="end" /><endEvent id="end" /></process>',
  '<bpmndi:BPMNDiagram><bpmndi:BPMNPlane bpmnElement="sample"><bpmndi:BPMNShape bpmnElement="start"><dc:Bounds x="100" y="100" width="36" height="36" /></bpmndi:BPMNShape>',
  '<bpmndi:BPMNShape bpmnElement="end"><dc:Bounds x="240" y="100" width="36" height="36" /></bpmndi:BPMNShape>',
  '<bpmndi:BPMNEdge bpmnElement="f1"><di:waypoint x="136" y="118" /><di:waypoint x="240" y="118" /></bpmndi:BPMNEdge></bpmndi:BPMNPlane></bpmndi:BPMNDiagram></definitions>',
].join('');

/** Maximal number of characters of a drawing; an uploaded file has at most 2 MB. */
const MAX_LETTERS = 2_000_000;

/** A process in the designer; running instances use versions deployed from it. */
export const processModel = paper('processModel', {
  title: ['流程模型', 'Process model'],
  table: 'wf_model',
  path: 'blade-flow/model',
  rights: processModelRights,
  sight: 'shared',
  bodyBytes: 3_145_728,
  caption: 'name',
  hint: ['modelKey'],
  search: ['name', 'modelKey'],
  fields: {
    modelKey: text(['模型标识', 'Key'], { required: true, unique: true, list: true, filter: 'like', max: 100 }),
    name: text(['模型名称', 'Name'], { required: true, list: true, filter: 'like', max: 100 }),
    description: text(['模型描述', 'Description'], { list: true, max: 500, wide: true }),
    modelEditorXml: longText(['流程图', 'Diagram'], { required: true, max: MAX_LETTERS, wire: true, example: SAMPLE }),
    created: moment(['创建时间', 'Created'], { computed: true }),
    lastUpdated: moment(['更新时间', 'Updated'], { computed: true, list: true }),
  },
  card: ['name', 'modelKey', 'lastUpdated'],
  menu: { group: 'flow', icon: 'route', path: '/flow/model', sort: 10 },
});
