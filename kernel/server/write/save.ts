import { isEmpty } from '#kernel/fields/kind.ts';
import { isSealedText } from '#kernel/fields/sealed-text.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Label, LocalizedText } from '#kernel/language/label.ts';
import type { Track } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, fieldsOf, storedFields } from '#kernel/language/paper.ts';
import { type Term, visibleTo } from '#kernel/language/permission.ts';
import type { FieldProblem } from '#kernel/language/refusal.ts';
import { row as refuse } from '../refusals.ts';
import { checkPointers, missingFields, readBody, refuseProblems } from './check.ts';
import { bindFiles, onlyOwnPictures } from '../files/bind-files.ts';
import { COPY_OF, picturesOfSource, takeAlong } from '../files/copied-pictures.ts';
import { assertForOneself } from '../rows/for-oneself.ts';
import { assertNoDuplicate } from './uniqueness/duplicate.ts';
import { assertOnce } from './uniqueness/once.ts';
import { type Holding, free, lockForWriting, lockHeaders, lockHeadersOf } from './headers.ts';
import { saveLines } from './lines.ts';
import { missingReasons } from './inputs/unusual.ts';
import { writeLog } from './log.ts';
import { type Sources, copySnapshots } from './snapshot.ts';
import type { DatabaseSession } from './session/database-session.ts';
import { readExtras } from './inputs/read-inputs.ts';
import { changedOnly, insertColumns, nulls, numbersOf, readStored, updateColumns } from './stored.ts';
import type { Stored } from '../rows/stored-row.ts';
import { assertMayEdit, assertMaySwitch, assertVersion } from './guard.ts';
import { assertNoCircle } from './tree.ts';
import { sealInput } from '../secrets/vault.ts';

export interface SaveOptions {
  /** The product itself writes: fields set by the server too, in any state. */
  readonly trusted?: boolean;
  readonly note?: LocalizedText;
  /** The body that the row came in, with what it carries besides: a person's, or of a call that submits like one. */
  readonly body?: Readonly<Stored>;
  readonly where?: readonly Term[];
  /** Save unfinished, where the lifecycle has a draft. */
  readonly draft?: boolean;
  /** How the log calls it. */
  readonly label?: Label;
  readonly action?: string;
  /** A line that is saved with its header, which answers for it. */
  readonly withHeader?: boolean;
  /** Fields that are left to the writer whatever the state says; none beside them is. */
  readonly open?: readonly string[];
}

/** Values of trusted callers go through the kinds too, so that what is stored has one form. */
export function readTrusted(paper: AnyPaper, given: Stored): Stored {
  const values: Stored = {};
  for (const [name, field] of storedFields(paper)) {
    if (!Object.hasOwn(given, name)) continue;
    if (isEmpty(given[name])) {
      values[name] = null;
      continue;
    }
    if (field.sealed && isSealedText(String(given[name]))) {
      values[name] = given[name];
      continue;
    }
    const accepted = kindOf(field).accept(given[name], field);
    if ('problem' in accepted) refuseProblems([{ field: name, words: accepted.problem }]);
    else values[name] = accepted.value;
  }
  return values;
}

/** Whoever may not read a field does not write it either. */
function readGiven(
  tx: DatabaseSession,
  paper: AnyPaper,
  given: Stored,
  before: Stored | null,
  options: SaveOptions,
): ReturnType<typeof readBody> {
  const read = options.trusted
    ? { values: readTrusted(paper, given), problems: [] }
    : readBody(visibleTo(tx.person, paper), given, before);
  return { ...read, values: sealInput(tx.app.vault, tx.tenantId, paper, read.values, options.trusted === true) };
}

/** Where a track begins, unless the behaviour says otherwise. */
const firstOnTrack = ({ field, moves }: Track, values: Stored): Stored =>
  values[field] ? {} : { [field]: moves.find((move) => move[0] === '*')?.[1] };

export function firstState(paper: AnyPaper, given: Stored, draft: boolean | undefined): Stored {
  const life = paper.lifecycle;
  const values = Object.assign({}, given, ...(life?.tracks ?? []).map((one) => firstOnTrack(one, given)));
  if (!life || values[life.field]) return values;
  const drafts = draft && life.moves.some((move) => move[0] === '*' && move[1] === 'draft');
  const creating =
    Object.values(life.actions).find((action) => (action.from as readonly string[]).includes('*'))?.to ??
    life.moves.find((move) => move[0] === '*')?.[1];
  return { ...values, [life.field]: drafts ? 'draft' : creating };
}

export function withInitial(paper: AnyPaper, values: Stored): Stored {
  const initial = fieldsOf(paper)
    .filter(([name, field]) => field.initial !== undefined && isEmpty(values[name]))
    .map(([name, field]) => [name, field.initial]);
  return { ...values, ...Object.fromEntries(initial) };
}

const enabledOf = (given: Stored): number => (given.status === 0 || given.status === '0' ? 0 : 1);

/** What is given of a new row, completed by what it begins with and what is copied; and what is wrong with it by itself. */
export async function begunValues(
  tx: DatabaseSession,
  paper: AnyPaper,
  given: Stored,
  options: SaveOptions,
  sources?: Sources,
): Promise<{ values: Stored; problems: FieldProblem[] }> {
  const read = readGiven(tx, paper, given, null, options);
  const values = firstState(
    paper,
    await copySnapshots(tx, paper, withInitial(paper, read.values), null, sources),
    options.draft,
  );
  if (!options.trusted) assertForOneself(tx, paper, values);
  return {
    values,
    problems: [
      ...read.problems,
      ...missingFields(paper, values).filter((one) => !read.problems.some((other) => other.field === one.field)),
      ...(options.trusted || read.problems.length ? [] : await missingReasons(tx, paper, values, null)),
    ],
  };
}

/** The checked values of a new row, before the behaviour of its paper adds its own. */
async function newValues(
  tx: DatabaseSession,
  paper: AnyPaper,
  given: Stored,
  options: SaveOptions,
): Promise<{ checked: Stored; along: ReadonlySet<string> }> {
  const { values, problems } = await begunValues(tx, paper, given, options);
  const along = await picturesOfSource(tx, paper, values, options.trusted ? null : options.body?.[COPY_OF]);
  if (!options.trusted) await onlyOwnPictures(tx, paper, values, null, along);
  if (!options.trusted && problems.length === 0) problems.push(...(await checkPointers(tx, paper, values, null)));
  refuseProblems(problems);
  return { checked: values, along };
}

/** What every row carries: who made it, when, and whose it is. */
export const stamped = (tx: DatabaseSession, paper: AnyPaper, given: Stored, values: Stored, id: string): Stored => ({
  ...values,
  id,
  status: paper.lifecycle || paper.says?.status ? 1 : enabledOf(given),
  isDeleted: 0,
  version: 1,
  createUser: tx.person.id,
  createDept: values.createDept ?? tx.dept,
  createTime: tx.now(),
  updateUser: tx.person.id,
  updateTime: tx.now(),
  ...(paper.owner !== 'platform' && { tenantId: tx.tenantId }),
});

/** What is written together with a new row: its lines, its files, the log. */
async function withRow(
  tx: DatabaseSession,
  paper: AnyPaper,
  row: Stored,
  given: Stored,
  options: SaveOptions,
): Promise<void> {
  await saveLines(tx, paper, row, given, {
    trusted: options.trusted,
    fresh: true,
    insert: insertRow,
    update: updateRow,
  });
  await bindFiles(tx, paper, null, row);
  await writeLog(tx, {
    paper,
    row,
    before: null,
    action: options.action ?? 'add',
    label: options.label ?? ['新增', 'Added'],
    remark: options.note ?? (options.trusted ? null : tx.givenReason),
  });
}

/** Only the product itself says for whom it writes. */
const whoseOf = (given: Stored, options: SaveOptions): Stored =>
  options.trusted && !isEmpty(given.createDept) ? { createDept: given.createDept } : {};

/** A person writes this row by itself: where it is a line, its header must agree. */
const isAlone = (options: SaveOptions): boolean => !options.trusted && !options.withHeader && !options.open;

/** The row that is there already, where its paper says by what it is the same. */
async function sameAs(tx: DatabaseSession, paper: AnyPaper, values: Stored): Promise<Stored | null> {
  const there = await tx.app.behaviours.get(paper.name)?.same?.(tx.context, values);
  return there ? readStored(tx, paper, there) : null;
}

/** Nothing is under way any more; the first of them that failed says why. */
async function allDone(...works: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(works)) if (one.status === 'rejected') throw one.reason;
}

/** Creates a row as a person or the product asks: checked, numbered, with its lines, effects, log and event. */
export async function insertRow(
  tx: DatabaseSession,
  paper: AnyPaper,
  given: Stored,
  options: SaveOptions = {},
): Promise<Stored> {
  const { checked, along } = await newValues(tx, paper, given, options);
  await lockForWriting(tx, paper, [checked], { alone: isAlone(options) });
  const behaviour = tx.app.behaviours.get(paper.name);
  const extra = readExtras(paper, options.body);
  const counted = isAlone(options) ? await lockHeaders(tx, paper, [checked], true) : free;
  const there = await sameAs(tx, paper, checked);
  if (there) return there;
  await assertNoDuplicate(tx, paper, checked, null, options.body);
  const values = {
    ...checked,
    ...(await behaviour?.saving?.(tx.context, {
      before: null,
      values: checked as never,
      extra,
      byHand: !options.trusted,
    })),
  };
  await assertOnce(tx, paper, values, null, options.body);
  // What the business itself has to say comes first: it knows better words.
  await counted();
  await takeAlong(tx, paper, values, along);
  const row = stamped(
    tx,
    paper,
    given,
    { ...whoseOf(given, options), ...values, ...(await numbersOf(tx, paper, values)) },
    await tx.newId(),
  );
  const stored: Stored = { ...nulls(paper), ...row };
  // The row goes first over the line; what follows it is not held up by its answer; but nothing is still under way when the one or the other is refused.
  await allDone(insertColumns(tx, paper, row), withRow(tx, paper, stored, given, options));
  await behaviour?.added?.(tx.context, [stored as never]);
  tx.changed(paper, stored, 'add');
  const more = await behaviour?.saved?.(tx.context, {
    before: null,
    row: stored as never,
    extra,
    byHand: !options.trusted,
  });
  await passGate(tx, paper, stored);
  return more ? { ...((await readStored(tx, paper, String(stored.id))) ?? stored), ...more } : stored;
}

/** A new row that asks for a judgement at once goes through the gate, as if its verb had been pressed. */
async function passGate(tx: DatabaseSession, paper: AnyPaper, row: Stored): Promise<void> {
  const life = paper.lifecycle;
  const by = life?.governed?.start;
  if (!by || tx.isMandated || row[life.field] !== life.actions[by].to) return;
  await tx.app.gate?.after(tx.context, { paper, by, before: null, row });
}

/** The checked values that differ from what is stored. */
async function changedValues(
  tx: DatabaseSession,
  paper: AnyPaper,
  before: Stored,
  given: Stored,
  options: SaveOptions,
): Promise<Stored> {
  const read = readGiven(tx, paper, given, before, options);
  if (!options.trusted) await onlyOwnPictures(tx, paper, read.values, before);
  const values = changedOnly(before, await copySnapshots(tx, paper, read.values, before));
  const after = { ...before, ...values };
  refuseProblems([...read.problems, ...missingFields(paper, after)]);
  if (options.trusted) return values;
  // Whoever judges a row writes one of somebody else, and leaves it with that person.
  assertForOneself(tx, paper, ...(options.open ? [values] : [before, after]));
  if (!options.open) assertMayEdit(paper, before, values);
  refuseProblems(await missingReasons(tx, paper, after, before));
  refuseProblems(await checkPointers(tx, paper, values, before));
  await assertNoDuplicate(tx, paper, after, before, options.body);
  return values;
}

/** Enabled or disabled, where the caller says so. */
const switched = ({ says }: AnyPaper, before: Stored, given: Stored): Stored =>
  says?.status || isEmpty(given.status) || enabledOf(given) === before.status ? {} : { status: enabledOf(given) };

/** The same, refused where its state does not let a person do it. */
function turnedBy(paper: AnyPaper, before: Stored, given: Stored, { trusted }: SaveOptions): Stored {
  const turned = switched(paper, before, given);
  if (!trusted) assertMaySwitch(paper, before, turned);
  return turned;
}

/** What the history calls it when a row is disabled or enabled again. */
const SWITCHES = [
  { action: 'disable', label: ['停用', 'Disabled'] },
  { action: 'enable', label: ['启用', 'Enabled'] },
] as const;

async function lockedRow(
  tx: DatabaseSession,
  paper: AnyPaper,
  id: string,
  version: unknown,
  where: readonly Term[] | undefined,
): Promise<Stored> {
  const row = await readStored(tx, paper, id, { lock: 'change', where });
  if (!row) throw refuse.missing({ title: paper.title });
  await assertVersion(tx, paper, row, version);
  return row;
}

async function writeChange(
  tx: DatabaseSession,
  paper: AnyPaper,
  before: Stored,
  values: Stored,
  { action = 'edit', label = ['修改', 'Changed'], note, trusted }: SaveOptions,
  counted: Holding,
): Promise<Stored> {
  await counted();
  if (!(await updateColumns(tx, paper, before, values))) throw refuse.changed();
  const row = {
    ...before,
    ...values,
    version: Number(before.version) + 1,
    updateTime: tx.now(),
    updateUser: tx.person.id,
  };
  await bindFiles(tx, paper, before, row);
  await writeLog(tx, {
    paper,
    row,
    before,
    ...(isEmpty(values.status) ? { action, label } : SWITCHES[Number(values.status)]),
    remark: note ?? (trusted ? null : tx.givenReason),
  });
  tx.changed(paper, row, 'edit');
  return row;
}

/** Changes a row as a person or the product asks. Nothing changed = nothing written. */
export async function updateRow(
  tx: DatabaseSession,
  paper: AnyPaper,
  id: string,
  given: Stored,
  options: SaveOptions = {},
): Promise<Stored> {
  await lockForWriting(tx, paper, [given], { ids: [id], alone: isAlone(options) });
  const counted = isAlone(options) ? await lockHeadersOf(tx, paper, id, given, { where: options.where }) : free;
  const before = await lockedRow(tx, paper, id, given.version, options.where);
  const checked = await changedValues(tx, paper, before, given, options);
  const behaviour = tx.app.behaviours.get(paper.name);
  const extra = readExtras(paper, options.body);
  const turned = turnedBy(paper, before, given, options);
  const effects = await behaviour?.saving?.(tx.context, {
    before: before as never,
    values: { ...checked, ...turned } as never,
    extra,
    byHand: !options.trusted,
  });
  const values = { ...changedOnly(before, { ...checked, ...effects }), ...turned };
  await assertOnce(tx, paper, { ...before, ...values }, before, options.body);
  await assertNoCircle(tx, paper, id, values);
  const lines = await saveLines(tx, paper, before, given, {
    trusted: options.trusted,
    insert: insertRow,
    update: updateRow,
  });
  const row =
    Object.keys(values).length || lines ? await writeChange(tx, paper, before, values, options, counted) : before;
  const more = await behaviour?.saved?.(tx.context, {
    before: before as never,
    row: row as never,
    extra,
    byHand: !options.trusted,
  });
  return more ? { ...((await readStored(tx, paper, id)) ?? row), ...more } : row;
}
