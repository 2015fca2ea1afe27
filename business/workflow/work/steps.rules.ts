import type { HistoryStep } from './flow-shapes.calls.ts';
export type Step = HistoryStep;
export const diagramSteps = (steps: readonly Step[]): Step[] => [...steps];
export const timelineSteps = (steps: readonly Step[]): Step[] =>
  steps.filter((one) => ['startEvent', 'userTask', 'endEvent'].includes(one.historyActivityType));
