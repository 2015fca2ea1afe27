const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Return the drawing of a new model, which has only a start event. */
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

/** Return a key for a new model, made of its second of creation: `process_261127130500`. */
export const freshKey = (at: Date): string => `process_${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}`;

const OF_VERSION = 'of-';

/** Return the last part of the page address for a copy of a deployed version. */
export const pageOfVersion = (definitionId: string): string => `${OF_VERSION}${definitionId}`;

/** Return the deployed version that a page shows a copy of, by the last part of its address; empty for other pages. */
export const versionOfPage = (id: string): string => (id.startsWith(OF_VERSION) ? id.slice(OF_VERSION.length) : '');

/**
 * Return whether a page shows a drawing that is not saved as a model yet: an empty one, a copy, or a deployed version.
 */
export const isNewPage = (id: string): boolean => id === 'new' || id.startsWith(OF_VERSION);
