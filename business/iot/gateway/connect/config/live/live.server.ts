import type { Label } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context, Reading } from '#kernel/server';
import { MAX_FIELDS } from '../../codec/compile.rules.ts';
import { FrameFault } from '../../codec/frame.rules.ts';
import { FormulaFault } from '../../points/expression.rules.ts';
import { connectConfig } from '../connect-config.paper.ts';
import { connectField } from '../connect-field.paper.ts';
import { connectSample } from '../samples/connect-sample.paper.ts';
import { type FrameSample, brokenSample, expectationOf } from '../samples/sample.rules.ts';
import { compileLive, inFieldOrder, liveText, readLive } from './live.rules.ts';

type Config = Row<typeof connectConfig>;
type Before = Pick<Config, 'live' | 'liveVersion'>;

const MAX_SAMPLES = 500;

/**
 * Settings of the database that end with the transaction. `QUIET`: it publishes later itself. `BEFORE`: the published
 * forms at its beginning, by configuration.
 */
const QUIET = 'anju.live_quiet';
const BEFORE = 'anju.live_before';

interface ActState {
  readonly isQuiet: boolean;
  readonly before: Readonly<Record<string, Before>>;
}

async function readState({ sql }: Context): Promise<ActState> {
  const [row] = await sql.query<{ quiet: string | null; before: string | null }>(
    'select current_setting($1, true) as quiet, current_setting($2, true) as before',
    [QUIET, BEFORE],
  );
  return {
    isQuiet: row.quiet === 'on',
    before: row.before ? (JSON.parse(row.before) as ActState['before']) : {},
  };
}

const setState = ({ sql }: Context, name: string, value: string): Promise<unknown> =>
  sql.query('select set_config($1, $2, true)', [name, value]);

/** Return the stored fields and samples of a configuration. */
export async function rowsOfConfig(
  reading: Reading,
  keyId: string,
): Promise<{ fields: Row<typeof connectField>[]; samples: Row<typeof connectSample>[] }> {
  const fields = await reading.find(connectField, { keyId }, { limit: MAX_FIELDS });
  const samples = await reading.find(connectSample, { keyId }, { limit: MAX_SAMPLES });
  return { fields, samples: inFieldOrder(samples) };
}

/** Why a configuration cannot be published. `sample`: the name of the first one that breaks. */
export interface Hindrance {
  readonly sample: string | null;
  readonly words: Label;
}

/** Return why a form cannot be published; null: it can. */
export function hindranceOf(form: string, samples: readonly FrameSample[]): Hindrance | null {
  const live = readLive(form);
  if (!live) return null;
  try {
    const { codec } = compileLive(live);
    for (const sample of samples) {
      const words = brokenSample(codec, sample, live.config.deviceConnectFormat);
      if (words) return { sample: sample.name ?? '', words };
    }
    return null;
  } catch (error) {
    if (error instanceof FrameFault || error instanceof FormulaFault) return { sample: null, words: error.words };
    throw error;
  }
}

/**
 * Publish the stored rows of a configuration, unless they cannot run or break a sample: then what was published before
 * this transaction stays. `without`: ids of rows that are being removed.
 */
export async function goLive(
  context: Context,
  keyId: string,
  without: ReadonlySet<string> = new Set(),
): Promise<Hindrance | null> {
  const [config] = await context.find(connectConfig, { id: keyId }, { limit: 1 });
  if (!config) return null;
  const state = await readState(context);
  if (state.isQuiet) return null;
  const before = state.before[keyId] ?? { live: config.live, liveVersion: config.liveVersion };
  const { fields, samples } = await rowsOfConfig(context, keyId);
  const remaining = <R extends { readonly id: string }>(rows: readonly R[]): R[] =>
    rows.filter(({ id }) => !without.has(id));
  const text = liveText(config, remaining(fields));
  const hindrance = hindranceOf(text, remaining(samples) as readonly FrameSample[]);
  const isNew = !hindrance && text !== before.live;
  const next = isNew ? { live: text, liveVersion: (before.liveVersion ?? 0) + 1 } : before;
  if (next.live === config.live) return hindrance;
  if (!state.before[keyId]) await setState(context, BEFORE, JSON.stringify({ ...state.before, [keyId]: before }));
  await context.touch(connectConfig, [{ id: keyId, ...next }]);
  return hindrance;
}

/** Return why a configuration stays a draft, in words. The words of a fault may have values that its reader may not see. */
const draftWords = ({ sample, words }: Hindrance): Label =>
  sample === null
    ? ['已存为草稿，未生效：配置有错，请检查', 'Stored as a draft, not live: the configuration has an error']
    : [
        `已存为草稿，未生效：样例“${sample}”${words[0]}`,
        `Stored as a draft, not live: sample “${sample}”: ${words[1]}`,
      ];

/** Publish after a single change. If that is not possible, the answer of the call tells why. */
export async function goLiveOrTell(context: Context, keyId: string, without?: ReadonlySet<string>): Promise<void> {
  const hindrance = await goLive(context, keyId, without);
  if (hindrance) context.say(draftWords(hindrance));
}

/** Does the transaction publish later itself? */
export const isQuiet = async (context: Context): Promise<boolean> => (await readState(context)).isQuiet;

/** Let published samples without an expectation expect what they decode to now. */
export async function expectAsPublished(context: Context, keyId: string): Promise<void> {
  const [config] = await context.find(connectConfig, { id: keyId }, { limit: 1 });
  const live = readLive(config?.live);
  if (!live?.fields.length) return;
  const { codec } = compileLive(live);
  const { samples } = await rowsOfConfig(context, keyId);
  const open = samples.filter((one) => !one.expect && !one.refusedAs && one.direction !== 'down');
  if (!open.length) return;
  const format = live.config.deviceConnectFormat;
  const changes = new Map(open.map((one) => [one.id, expectationOf(codec, one.frame ?? '', format)]));
  await quietly(context, () => context.changeAll(connectSample, changes));
}

/** Write several rows of a configuration without publishing in between. */
export async function quietly<T>(context: Context, work: () => Promise<T>): Promise<T> {
  await setState(context, QUIET, 'on');
  const done = await work();
  await setState(context, QUIET, 'off');
  return done;
}
