import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, choice, fileAnswer, list, record } from '#kernel/language/calls/shape.ts';
import { processModel } from '../model/process-model.paper.ts';

/** A deployed version, and the number of its running process instances. */
export const processVersion = record({
  id: anyText,
  key: anyText,
  name: anyText,
  version: anyNumber,
  category: anyText,
  categoryName: anyText,
  suspensionState: anyNumber,
  deploymentId: anyText,
  deploymentTime: anyText,
  deployedBy: anyText,
  source: choice('model', 'upload', 'shipped'),
  running: anyNumber,
  finished: anyNumber,
});
export type ProcessVersion = AnswerOf<typeof processVersion>;

export const managerVersions = call(processModel, 'blade-flow/manager/versions', {
  method: 'GET',
  needs: 'view',
  title: ['流程版本', 'Versions of a process'],
  query: { key: text(['流程标识', 'Key'], { required: true, max: 100 }) },
  answer: list(processVersion),
});

const attributeChange = record({ name: anyText, before: anyText, after: anyText });

/** A difference between two drawings, at one element. */
export const drawingChange = record({
  id: anyText,
  type: anyText,
  name: anyText,
  kind: choice('added', 'removed', 'changed', 'moved'),
  attributes: list(attributeChange),
});

export const managerDiff = call(processModel, 'blade-flow/manager/diff', {
  method: 'GET',
  needs: 'view',
  title: ['版本差异', 'Difference of two versions'],
  query: {
    fromId: id(['旧版本', 'From'], { required: true }),
    toId: id(['新版本', 'To'], { required: true }),
  },
  answer: record({ fromXml: anyText, toXml: anyText, changes: list(drawingChange) }),
});

export const managerExport = call(processModel, 'blade-flow/manager/export', {
  method: 'GET',
  needs: 'view',
  title: ['导出流程文件', 'Process file'],
  query: { processDefinitionId: id(['流程定义', 'Definition'], { required: true }) },
  answer: fileAnswer('text/xml'),
});
