import { type OwnCall, implement } from '#kernel/server';
import type { Variables } from '../engine/state/rows.rules.ts';
import { sentAtStart } from '../engine/model/open-variables.rules.ts';
import { startNewProcess, startable } from '../command/start-process.server.ts';
import { refuse } from '../refusals.ts';
import { processDefinitionOf } from '../store/definitions.server.ts';
import { readProcessCase } from './case.server.ts';
import { fieldsHiddenFrom, hiddenNames } from './detail/paper-row.server.ts';
import { diagramOf, historyOf, xmlOf } from './history.server.ts';
import { historyFlowList, modelView, processVariables, startByHand } from './process.calls.ts';
import { hidePeopleOf } from '../engine/view/hide-people.rules.ts';
import { assertSeesInstance, keepsProcesses } from './sight.server.ts';

export const processCalls: readonly OwnCall[] = [
  implement(historyFlowList, {
    async read({ processInstanceId, startActivityId, endActivityId }, reading) {
      await assertSeesInstance(reading, processInstanceId);
      return historyOf(reading, processInstanceId, { from: startActivityId, to: endActivityId });
    },
  }),
  implement(modelView, {
    async read({ processInstanceId, processDefinitionId }, reading) {
      if (!processInstanceId) {
        if (!processDefinitionId) throw refuse.chooseOne();
        const xml = await xmlOf(reading, processDefinitionId);
        return { xml: keepsProcesses(reading) ? xml : hidePeopleOf(xml) };
      }
      await assertSeesInstance(reading, processInstanceId);
      return diagramOf(reading, processInstanceId);
    },
  }),
  implement(startByHand, {
    async write({ processDefinitionId, businessId, variables }, context) {
      const { name, process } = await startable(context, processDefinitionId);
      const { open, closed } = sentAtStart(process, (variables ?? {}) as Variables);
      if (closed.length) throw refuse.closedVariables({ names: closed.join('、') });
      const processInstanceId = await startNewProcess(context, {
        definitionId: processDefinitionId,
        variables: open,
        title: name,
        businessId: businessId ?? '',
      });
      return { processInstanceId };
    },
  }),
  implement(processVariables, {
    async read({ processInstanceId }, reading) {
      await assertSeesInstance(reading, processInstanceId);
      const [row] = await reading.sql.query<{ variables: Record<string, unknown>; definitionId: string }>(
        'select variables, definition_id::text as "definitionId" from wf_instance where id = $1 and tenant_id = $2',
        [processInstanceId, reading.tenantId],
      );
      if (!row) return {};
      const { process } = await processDefinitionOf(reading.sql, reading.tenantId, row.definitionId);
      const fields = await fieldsHiddenFrom(reading, process, processInstanceId, null);
      const hidden = await hiddenNames(reading, await readProcessCase(reading, processInstanceId), fields);
      return Object.fromEntries(Object.entries(row.variables).filter(([name]) => !hidden.has(name)));
    },
  }),
];
