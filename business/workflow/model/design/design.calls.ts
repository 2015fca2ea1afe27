import { id } from '#kernel/fields/ref/ref.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, exactText } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  choice,
  list,
  nullable,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { processModel } from '../process-model.paper.ts';

/** Letters of a drawing in a body; a file has 2 MB at most. */
const MOST_LETTERS = 2_000_000;

/** Bytes of a body that carries a drawing: JSON escapes some of its letters. */
export const DRAWING_BYTES = 3_145_728;

export const lintFinding = record({
  code: anyText,
  level: choice('error', 'warning'),
  node: anyText,
  detail: anyText,
  message: anyText,
});
export type LintFinding = AnswerOf<typeof lintFinding>;

const serviceFace = record({
  name: anyText,
  title: anyText,
  inputs: list(record({ name: anyText, label: anyText })),
});
export type ServiceFace = AnswerOf<typeof serviceFace>;

/** What is wrong in a drawing, and what it may name: registered services, deployed processes. */
export const validateProcess = call(processModel, 'blade-flow/process/validate', {
  method: 'POST',
  needs: 'view',
  title: ['检查流程图', 'Check a drawing'],
  body: { xml: exactText(['流程图', 'Diagram'], { required: true, most: MOST_LETTERS }) },
  answer: record({
    success: yesOrNo,
    /** Rules that found nothing. */ passed: anyNumber,
    findings: list(lintFinding),
    services: list(serviceFace),
    processes: list(record({ key: anyText, name: anyText })),
    /** Names of the papers that it may judge: those that it names, else those bound to it, all where none is. */ papers:
      list(anyText),
    /** Names of all papers that a process may govern. */ governable: list(anyText),
  }),
});

const playedTask = record({ nodeId: anyText, name: anyText, people: list(anyText), pass: yesOrNo });

const playedCase = record({
  starter: anyText,
  end: choice('ended', 'waiting', 'stuck'),
  outcome: anyText,
  node: anyText,
  message: anyText,
  tasks: list(playedTask),
  visited: list(anyText),
});
export type ShownCase = AnswerOf<typeof playedCase>;

const replayedCase = record({
  processInstanceId: anyText,
  title: anyText,
  verdict: choice('different', 'stuck'),
  node: anyText,
  message: anyText,
});

const replay = record({
  /** Finished cases of the last 90 days that could be played again. */ total: anyNumber,
  unchanged: anyNumber,
  different: anyNumber,
  stuck: anyNumber,
  /** Cases with returns, or beyond the time that a simulation takes. */ skipped: anyNumber,
  ms: anyNumber,
  cases: list(replayedCase),
  /** Tasks of people then and now, where they differ. */ people: list(
    record({ name: anyText, before: anyNumber, after: anyNumber }),
  ),
});
export type PastReplay = AnswerOf<typeof replay>;

/** Plays a drawing or a version without writing: one case, and the finished cases of the last 90 days where they are asked for. */
export const simulateDrawing = call(processModel, 'blade-flow/process/simulate', {
  method: 'POST',
  needs: 'view',
  title: ['模拟流程', 'Simulate a process'],
  body: {
    processDefinitionId: id(['流程定义', 'Definition']),
    xml: exactText(['流程图', 'Diagram'], { most: MOST_LETTERS }),
    variables: structured<Record<string, unknown>>(['流程变量', 'Variables'], {}),
    /** By node: false rejects there; all others pass. */ decisions: structured<Record<string, boolean>>(
      ['各节点的决定', 'Decisions'],
      {},
    ),
    starterId: id(['发起人', 'Starter']),
    replay: flag(['重走近 90 天的实例', 'Replay the last 90 days']),
  },
  answer: record({ run: playedCase, replay: nullable(replay) }),
});

export const deployModel = call(processModel, 'blade-flow/model/deploy', {
  method: 'POST',
  needs: 'person',
  button: 'flow_model_deploy',
  title: ['部署流程模型', 'Deploy a model'],
  query: {
    modelId: id(['流程模型', 'Model'], { required: true }),
    category: text(['流程分类', 'Category'], { required: true, max: 64 }),
    tenantIds: text(['租户', 'Companies'], { max: 4000 }),
  },
  answer: record({ processDefinitionIds: list(anyText) }),
});
