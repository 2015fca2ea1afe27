const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A drawing to begin with: a start, and nothing else. */
export const newDrawing = (key: string, name: string, start: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:anju="https://anju/bpmn" targetNamespace="https://anju/processes">
  <bpmn:process id="${escaped(key)}" name="${escaped(name)}" isExecutable="true">
    <bpmn:startEvent id="start" name="${escaped(start)}" anju:initiator="applyUser" />
  </bpmn:process>
  <bpmndi:BPMNDiagram id="diagram">
    <bpmndi:BPMNPlane id="plane" bpmnElement="${escaped(key)}">
      <bpmndi:BPMNShape id="start_di" bpmnElement="start"><dc:Bounds x="180" y="200" width="36" height="36" /></bpmndi:BPMNShape>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</bpmn:definitions>
`;

/** A key that no other model of the moment has. */
export const freshKey = (at: Date): string => `process_${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}`;

const OF_VERSION = 'of-';

/** The name of the page that shows a copy of a deployed version. */
export const pageOfVersion = (definitionId: string): string => `${OF_VERSION}${definitionId}`;

/** The deployed version that a page shows a copy of; empty for other pages. */
export const versionOfPage = (id: string): string => (id.startsWith(OF_VERSION) ? id.slice(OF_VERSION.length) : '');

/** Is it a page of a drawing that nobody saved: an empty one, a copy, or a deployed version without a model? */
export const isNewPage = (id: string): boolean => id === 'new' || id.startsWith(OF_VERSION);
