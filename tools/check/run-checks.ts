import { StartupError } from '#kernel/server/settings/startup-error.ts';
import type { Check } from './check.ts';
import { printBudgets } from './budgets.ts';
import { coverage } from './documents/coverage.ts';
import { decisionTitles } from './documents/decision-titles.ts';
import { demoArchive } from './schema/demo-archive.ts';
import { deadCode } from './dead-code.ts';
import { definitions } from './definitions/definitions.ts';
import { format, writeFormat } from './format.ts';
import { exportedNames } from './definitions/exported-names.ts';
import { folders } from './definitions/folders.ts';
import { iconNames } from './definitions/icon-names.ts';
import { GENERATED, generatedIsCurrent, writeGenerated } from './generated.ts';
import { circles } from './kernel/circles.ts';
import { kernelNames } from './kernel/kernel-names.ts';
import { oneAmbient } from './kernel/one-ambient.ts';
import { kindRegistries } from './kernel/kind-registries.ts';
import { indexLimits } from './schema/index-limits.ts';
import { losses } from './schema/losses.ts';
import { links } from './documents/links.ts';
import { measuredTables } from './documents/measured-tables.ts';
import { names } from './documents/names.ts';
import { roomReadmes } from './documents/room-readmes.ts';
import { lint } from './lint.ts';
import { prove } from './self-tests/prove.ts';
import { foreignTables } from './rooms/foreign-tables.ts';
import { listedPapers } from './rooms/listed-papers.ts';
import { roomsCheck } from './rooms/rooms.ts';
import { readers } from './rooms/readers.ts';
import { labelStyle } from './words/label-style.ts';
import { lowerPlainLimits, plainLanguage } from './words/plain.ts';
import { tradeWords } from './words/trade-words.ts';
import { scripts } from './scripts.ts';
import { typeCheck } from './types/types.ts';
import { casts } from './types/casts.ts';
import { webWeight } from './web-weight.ts';
import { buildWeb } from '../web-build/build-web.ts';
import { projectDir } from '../command/project-dir.ts';

const CHECKS: readonly Check[] = [
  format,
  lint,
  typeCheck('server'),
  typeCheck('web'),
  typeCheck('tests'),
  casts,
  deadCode,
  scripts,
  listedPapers,
  roomsCheck,
  readers,
  foreignTables,
  definitions,
  tradeWords,
  labelStyle,
  plainLanguage,
  losses,
  indexLimits,
  kernelNames,
  kindRegistries,
  circles,
  oneAmbient,
  folders,
  exportedNames,
  iconNames,
  links,
  names,
  roomReadmes,
  decisionTitles,
  measuredTables,
  coverage,
  ...(GENERATED.length > 0 ? [generatedIsCurrent(GENERATED)] : []),
  demoArchive,
  webWeight,
];

/**
 * Maximum number of printed problems of a check. One cause often gives a hundred, and forty are enough to recognise it.
 */
const SHOWN = 40;

/** Run all checks, one after the other; return the exit code of the command. */
export async function runChecks(): Promise<number> {
  if (process.argv.includes('--fix')) {
    await writeGenerated(GENERATED);
    await writeFormat(projectDir);
    lowerPlainLimits(projectDir);
  }
  let failed = await builds();
  for (const check of CHECKS) failed += await passes(check);
  printBudgets(projectDir);
  console.log(failed === 0 ? `\n✓ ${CHECKS.length} checks` : `\n✗ ${failed} of ${CHECKS.length} checks failed`);
  return failed === 0 ? 0 : 1;
}

/** Build the client. Return 1 if it fails; the other checks run nevertheless. */
async function builds(): Promise<number> {
  try {
    await buildWeb();
    return 0;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** Run a check on its planted tree, then on the product. Return 1 if either fails. */
async function passes(check: Check): Promise<number> {
  const began = performance.now();
  const unproven = await prove(check);
  const { files, problems, note, table = [] } = await check.look(projectDir);
  const blind = files === 0 ? [`${check.name} saw no file.`] : [];
  const all = [...unproven, ...blind, ...problems];
  const planted = `${check.selfTest.reported.length} planted`;
  console.log(
    `${all.length === 0 ? '✓' : '✗'} ${check.name}: ${files} files, ${note ? `${note}, ` : ''}${planted}, ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  for (const line of table) console.log(`    ${line}`);
  for (const problem of all.slice(0, SHOWN)) console.error(`    ${problem}`);
  if (all.length > SHOWN) console.error(`    … and ${all.length - SHOWN} more`);
  return all.length === 0 ? 0 : 1;
}
