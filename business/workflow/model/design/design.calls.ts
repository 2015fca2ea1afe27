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
  map,
  nullable,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { processModel } from '../process-model.paper.ts';

/** Maximal number of characters of a drawing. */
const MAX_LETTERS = 2_000_000;

/** Maximal bytes of a request with a drawing, which JSON escaping makes longer. */
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

/** Checks a drawing; returns its findings and the names that it may use, such as services and processes. */
export const validateProcess = call(processModel, 'blade-flow/process/validate', {
  method: 'POST',
  needs: 'view',
  title: ['检查流程图', 'Check a drawing'],
  body: { xml: exactText(['流程图', 'Diagram'], { required: true, most: MAX_LETTERS }) },
  answer: record({
    success: yesOrNo,
    /** Number of rules that found nothing. */ passed: anyNumber,
    findings: list(lintFinding),
    services: list(serviceFace),
    processes: list(record({ key: anyText, name: anyText })),
    /**
     * Names of the papers that the process may use: those that it names, otherwise those bound to it, otherwise all.
     */
    papers: list(anyText),
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
  /** Finished instances of the last 90 days that could be replayed. */ total: anyNumber,
  unchanged: anyNumber,
  different: anyNumber,
  stuck: anyNumber,
  /** Instances that were returned or had added signatures, and instances beyond the time limit of the replay. */
  skipped: anyNumber,
  ms: anyNumber,
  cases: list(replayedCase),
  /** People whose number of tasks differs between past and replay. */ people: list(
    record({ name: anyText, before: anyNumber, after: anyNumber }),
  ),
});
export type PastReplay = AnswerOf<typeof replay>;

/**
 * Simulates a drawing or version without writing: one instance, and on request the finished instances of the last 90
 * days.
 */
export const simulateDrawing = call(processModel, 'blade-flow/process/simulate', {
  method: 'POST',
  needs: 'view',
  title: ['模拟流程', 'Simulate a process'],
  body: {
    processDefinitionId: id(['流程定义', 'Definition']),
    xml: exactText(['流程图', 'Diagram'], { most: MAX_LETTERS }),
    variables: structured<Record<string, unknown>>(['流程变量', 'Variables'], { free: 'flowVariable' }),
    /** Decisions by node: false rejects at that node; all other nodes pass. */
    decisions: structured<Record<string, boolean>>(['各节点的决定', 'Decisions'], { shape: map(yesOrNo) }),
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
