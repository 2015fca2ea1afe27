import { type Language, labelIn } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import type { Context, FormFile, Reading } from '#kernel/server';
import { type ProcessService, processServices } from '../command/services.server.ts';
import { processFindingWords } from '../engine/lint/finding-words.rules.ts';
import type { ProcessFinding } from '../engine/lint/process-finding.rules.ts';
import type { LintFacts } from '../engine/lint/lint-rule.rules.ts';
import { startMessages } from '../command/starts/start-rows.server.ts';
import { knownGroups } from './known-groups.server.ts';
import { onDrawing } from './beside/drawing-beside.server.ts';
import type { JudgedFile } from './beside/judge-drawing.rules.ts';
import { type ProcessPaper, paperNames, processPapers } from './process-papers.server.ts';
import { refuse } from '../refusals.ts';
import { deployInto } from './deploy.server.ts';
import { tenantFacts } from '#business/system/tenants/tenant-facts.relation.ts';
import { dictPaperFacts } from '#business/system/settings/dict/dict-facts.relation.ts';

const PLATFORM = '000000';

/** Facts of a company by which drawings are checked, with the papers that its processes may use. */
export interface CompanyFacts extends LintFacts {
  readonly papers: readonly ProcessPaper[];
}

/**
 * Return the names that a drawing may use: services, processes, start messages, roles, departments and positions; verbs
 * and fields of its papers.
 */
export async function factsOf(
  reading: Pick<Reading, 'sql' | 'tenantId' | 'rooms' | 'contributions'>,
  services: readonly ProcessService[],
): Promise<CompanyFacts> {
  const { sql, tenantId } = reading;
  const papers = await processPapers(reading);
  const rows = await sql.query<{ key: string }>(
    'select distinct key from wf_definition where tenant_id = $1 and deleted_at is null',
    [tenantId],
  );
  return {
    services: new Set(services.map((one) => one.name)),
    processes: new Set(rows.map((row) => row.key)),
    startMessages: await startMessages((text, values) => sql.query(text, values), tenantId),
    groups: await knownGroups({ sql, tenantId }),
    papers,
    paperNames: new Set(papers.map(({ paper }) => paper.name)),
  };
}

/** Compile a drawing and check it with the facts of a company. */
export const judgeXml = (xml: string, { papers, ...facts }: CompanyFacts): Promise<JudgedFile> =>
  onDrawing('judge', { xml, facts, papers: papers.map(paperNames) });

const errorsIn = (findings: readonly ProcessFinding[]): ProcessFinding[] =>
  findings.filter((one) => one.level === 'error');

/** Return whether a file name has an extension of BPMN files. */
const isNamed = (name: string): boolean => /\.(?:bpmn20\.xml|bpmn|xml)$/i.test(name);

/** Return the findings of a file before its deployment. */
export async function checkFile(
  file: FormFile | undefined,
  facts: CompanyFacts,
  language: Language,
): Promise<{
  name: string;
  success: boolean;
  message: string;
  findings: (ProcessFinding & { message: string })[];
}> {
  if (!file) throw refuse.noFile();
  const findings: readonly ProcessFinding[] = isNamed(file.name)
    ? (await judgeXml(file.content.toString('utf8'), facts)).findings
    : [];
  const labelled = findings.map((one) => ({ ...one, message: labelIn(processFindingWords(one), language) }));
  const wrong = labelled.filter((one) => one.level === 'error');
  const message = isNamed(file.name)
    ? wrong.map((one) => one.message).join('；')
    : labelIn(refuse.fileName().words, language);
  return { name: file.name, success: isNamed(file.name) && wrong.length === 0, message, findings: labelled };
}

/**
 * Return the companies of a deployment: the caller's own, the named ones, or all. `commonKey` is `key` if all share the
 * deployment, otherwise null.
 */
async function companiesOf(
  context: Context,
  tenantIds: string | null,
  key: string,
): Promise<{ ids: string[]; commonKey: string | null }> {
  const named = (tenantIds ?? context.tenantId)
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const isOwn = named.length === 1 && named[0] === context.tenantId;
  if (isOwn) return { ids: named, commonKey: null };
  if (!context.person.platform || context.tenantId !== PLATFORM) throw refuse.foreignCompanies();
  const rows = await context.sql.query<{ id: string }>(
    `select tenant_id as id from ${tenantFacts} where is_deleted = 0 and ($1::text[] is null or tenant_id = any($1)) order by tenant_id`,
    [named.length ? named : null],
  );
  return { ids: rows.map((row) => row.id), commonKey: named.length ? null : key };
}

async function assertCategory(context: Context, category: string): Promise<void> {
  const rows = await context.sql.query(
    `select 1 from ${dictPaperFacts} where code = 'flow' and dict_key <> '-1' and 'flow_' || dict_key = $1 and is_deleted = 0`,
    [category],
  );
  if (!rows.length) throw refuse.unknownCategory();
}

/**
 * Deploy the processes of a file into all companies that share them. Return the ids of the versions in the caller's
 * company, or in the first company if the caller's is not among them.
 */
export async function deployFile(
  context: Context,
  file: FormFile,
  {
    category,
    tenantIds,
    source,
  }: { readonly category: string; readonly tenantIds: string | null; readonly source: 'upload' | 'model' },
): Promise<string[]> {
  if (!isNamed(file.name)) throw refuse.fileName();
  await assertCategory(context, category);
  const sent = file.content.toString('utf8');
  const { processes, findings } = await judgeXml(sent, await factsOf(context, context.contributions(processServices)));
  const named = processes.find((one) => one.category && one.category !== category);
  if (named) throw refuse.drawnCategory({ category: must(named.category, 'category') });
  const [wrong] = errorsIn(findings);
  if (wrong) {
    const [zh, en] = processFindingWords(wrong);
    throw refuse.unreadableFile({ what: zh === en ? zh : `${zh} ${en}` }, { data: { findings: errorsIn(findings) } });
  }
  // Compute a layout if the file has none.
  const xml = await onDrawing('layOut', { xml: sent });
  const { ids, commonKey } = await companiesOf(context, tenantIds, await context.newId());
  const deployed = new Map<string, string[]>();
  for (const tenantId of ids) {
    const work = (): Promise<string[]> =>
      deployInto((text, values) => context.sql.query(text, values), {
        tenantId,
        name: file.name,
        category,
        source,
        fileName: file.name,
        xml,
        processes,
        commonKey,
        by: tenantId === context.tenantId ? context.person.id : null,
        at: context.instant(),
      });
    deployed.set(tenantId, tenantId === context.tenantId ? await work() : await context.inTenant(tenantId, work));
  }
  return deployed.get(context.tenantId) ?? [...deployed.values()][0] ?? [];
}
