import { labelIn } from '#kernel/language/label.ts';
import { type OwnCall, type Reading, implement } from '#kernel/server';
import { processServices } from '../../command/services.server.ts';
import { papersOf } from '../../deploy/process-papers.server.ts';
import { deployFile, factsOf, judgeXml } from '../../deploy/upload.server.ts';
import { processFindingWords } from '../../engine/lint/finding-words.rules.ts';
import { LINT_RULES } from '../../engine/lint/lint-process.rules.ts';
import type { Variables } from '../../engine/state/rows.rules.ts';
import { processModel } from '../process-model.paper.ts';
import { DRAWING_BYTES, deployModel, simulateDrawing, validateProcess } from './design.calls.ts';
import { replayOn } from './replay.server.ts';
import { simulationHost } from './simulation-host.server.ts';
import { caseInWords, drawingOf, playable, playAsked } from './simulate.server.ts';

const deployedProcesses = (reading: Reading): Promise<{ key: string; name: string }[]> =>
  reading.sql.query(
    'select distinct on (key) key, name from wf_definition where tenant_id = $1 and deleted_at is null order by key, version desc',
    [reading.tenantId],
  );

export const designCalls: readonly OwnCall[] = [
  implement(validateProcess, {
    most: DRAWING_BYTES,
    async read({ xml }, reading) {
      const services = reading.contributions(processServices);
      const facts = await factsOf(reading, services);
      const { findings, processes } = await judgeXml(xml, facts);
      const { language } = reading;
      const broken = new Set(findings.map(({ code }) => code));
      return {
        success: findings.every(({ level }) => level !== 'error'),
        passed: new Set(LINT_RULES.map(({ code }) => code).filter((code) => !broken.has(code))).size,
        findings: findings.map((one) => ({ ...one, message: labelIn(processFindingWords(one), language) })),
        services: services.map(({ name, title, inputs }) => ({
          name,
          title: labelIn(title, language),
          inputs: Object.entries(inputs).map(([input, label]) => ({ name: input, label: labelIn(label, language) })),
        })),
        processes: await deployedProcesses(reading),
        papers: papersOf(facts.papers, processes).map(({ name }) => name),
        governable: facts.papers.map(({ name }) => name),
      };
    },
  }),
  implement(simulateDrawing, {
    most: DRAWING_BYTES,
    async read({ xml, processDefinitionId, variables, decisions, starterId, replay }, reading) {
      const drafts = await playable(reading, await drawingOf(reading, { xml, processDefinitionId }));
      const newHost = await simulationHost(reading, drafts, new Map());
      const starter = starterId ?? reading.person.id;
      const played = await playAsked(newHost(), drafts[0], {
        variables: (variables ?? {}) as Variables,
        decisions: decisions ?? {},
        starterId: starter,
      });
      return {
        run: await caseInWords(reading, played, starter),
        replay: replay ? await replayOn(reading, drafts[0], newHost) : null,
      };
    },
  }),
  implement(deployModel, {
    async write({ modelId, category, tenantIds }, context) {
      const model = await context.get(processModel, modelId);
      const file = {
        name: `${model.modelKey}.bpmn20.xml`,
        content: Buffer.from(model.modelEditorXml),
        type: 'text/xml',
      };
      return {
        processDefinitionIds: await deployFile(context, file, { category, tenantIds, source: 'model' }),
      };
    },
  }),
];
