import { type Language, labelIn } from '#kernel/language/label.ts';
import type { Reading } from '#kernel/server';
import { processServices } from '../../command/services.server.ts';
import { refusalOf } from '../../command/process-refusal.rules.ts';
import { factsOf, judgeXml } from '../../deploy/upload.server.ts';
import { processFindingWords } from '../../engine/lint/finding-words.rules.ts';
import { type PlayHost, type PlayedCase, type PlayedTask, playCase } from '../../engine/simulate/play-case.rules.ts';
import { type ProcessFault, ProcessError } from '../../engine/state/process-error.rules.ts';
import type { Variables } from '../../engine/state/rows.rules.ts';
import { refuse } from '../../refusals.ts';
import { type StoredDefinition, definitionFrom } from '../../store/definitions.server.ts';
import { xmlOf } from '../../work/history.server.ts';
import type { ShownCase } from './design.calls.ts';
import { namesOfKeys } from './people-names.server.ts';

/** Id of the drawing itself among stored versions, which all have other ids. */
const DRAFT = '0';

/** Return the processes of a drawing as versions for a simulation. Refuse a drawing with errors. */
export async function playable(reading: Reading, xml: string): Promise<StoredDefinition[]> {
  const { processes, findings } = await judgeXml(xml, await factsOf(reading, reading.contributions(processServices)));
  const wrong = findings.find(({ level }) => level === 'error');
  if (wrong) throw refuse.unreadableFile({ what: labelIn(processFindingWords(wrong), reading.language) });
  return processes.map((process, at) =>
    definitionFrom({
      id: at === 0 ? DRAFT : `${DRAFT}-${at}`,
      key: process.key,
      version: 0,
      name: process.name,
      category: process.category ?? '',
      compiled: process,
    }),
  );
}

/** Return the drawing of a request: the text that it contains, otherwise that of the stored version it names. */
export async function drawingOf(
  reading: Reading,
  { xml, processDefinitionId }: { readonly xml: string | null; readonly processDefinitionId: string | null },
): Promise<string> {
  if (xml) return xml;
  if (!processDefinitionId) throw refuse.chooseOne();
  return xmlOf(reading, processDefinitionId);
}

export interface CaseInput {
  readonly variables: Variables;
  readonly decisions: Readonly<Record<string, boolean>>;
  readonly starterId: string;
}

/** Play one instance with the requested variables, decisions and starter. */
export const playAsked = (
  host: PlayHost,
  definition: StoredDefinition,
  { variables, decisions, starterId }: CaseInput,
): Promise<PlayedCase> =>
  playCase(host, { definitionId: definition.id, starterId, actorId: starterId, variables }, ({ nodeId }) => ({
    pass: decisions[nodeId] !== false,
  }));

/** Return the candidate keys of the people who could decide a task. */
export const keysOf = ({ people, keys }: PlayedTask): readonly string[] =>
  people.length ? people.map((id) => `u:${id}`) : keys;

/** Return why an instance could not go on, in words; empty if it could. */
export function faultWords({ end, fault, detail, node }: PlayedCase, language: Language): string {
  if (end !== 'stuck') return '';
  return labelIn(refusalOf(new ProcessError(fault as ProcessFault, { node: detail || node })).words, language);
}

/** Return a played instance with names of people and messages in the reader's language. */
export async function caseInWords(reading: Reading, played: PlayedCase, starterId: string): Promise<ShownCase> {
  const names = await namesOfKeys(reading, [`u:${starterId}`, ...played.tasks.flatMap((task) => keysOf(task))]);
  return {
    starter: names.get(`u:${starterId}`) ?? '',
    end: played.end,
    outcome: played.outcome,
    node: played.node,
    message: faultWords(played, reading.language),
    tasks: played.tasks.map((task) => ({
      nodeId: task.nodeId,
      name: task.name,
      people: keysOf(task).map((key) => names.get(key) ?? key),
      pass: task.pass,
    })),
    visited: played.visited,
  };
}
