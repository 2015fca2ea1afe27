import { isEmpty } from '#kernel/fields/kind.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { AnyPaper, Row } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { FrameConfig, FrameField } from '../../codec/frame-config.rules.ts';
import { refuse } from '../../refusals.ts';
import type { checkSamples } from '../connect-config.calls.ts';
import { connectConfig } from '../connect-config.paper.ts';
import { connectField } from '../connect-field.paper.ts';
import { inFieldOrder, liveText } from '../live/live.rules.ts';
import { hindranceOf, rowsOfConfig } from '../live/live.server.ts';
import { connectSample } from './connect-sample.paper.ts';
import { type FrameSample, plainFrame } from './sample.rules.ts';
import { configNamed, tryFrame } from './try-frame.server.ts';

type Values = Readonly<Record<string, unknown>>;

/** Read the fields of a sent row by their kinds, as a save does. Refuse one that is unreadable. */
function readSent(paper: AnyPaper, sent: Values): Values {
  return Object.fromEntries(
    Object.entries(paper.fields).flatMap(([name, field]): [string, unknown][] => {
      if (!Object.hasOwn(sent, name) || field.auto) return [];
      if (isEmpty(sent[name])) return [[name, null]];
      const read = kindOf(field).accept(sent[name], field);
      if ('problem' in read)
        throw refuse.frameWrong({ words: read.problem }, { fields: [{ field: name, words: read.problem }] });
      return [[name, read.value]];
    }),
  );
}

/** Values that a new row has where none were sent. */
const initialOf = (paper: AnyPaper): Values =>
  Object.fromEntries(Object.entries(paper.fields).map(([name, { initial }]) => [name, initial ?? null]));

/** Return rows as they would be stored: those that are sent, over the stored rows with their ids; else the stored ones. */
function drafted<R extends { readonly id: string }>(
  paper: AnyPaper,
  stored: readonly R[],
  sent: readonly Values[] | null,
): R[] {
  if (!sent) return [...stored];
  const byId = new Map(stored.map((one) => [one.id, one]));
  return sent.map((row) => {
    const before = byId.get(String(row.id ?? ''));
    return { ...(before ?? { ...initialOf(paper), id: '' }), ...readSent(paper, row) } as R;
  });
}

interface CheckedRows {
  readonly config: Row<typeof connectConfig>;
  readonly fields: readonly FrameField[];
  readonly samples: readonly Row<typeof connectSample>[];
}

/** Return the rows of a configuration as `publish` would store them. */
async function rowsToCheck(
  { keyId, config, fields, samples }: CallInputOf<typeof checkSamples>,
  reading: Reading,
): Promise<CheckedRows> {
  const row = await reading.get(connectConfig, configNamed(keyId));
  const stored = await rowsOfConfig(reading, row.id);
  return {
    config: { ...row, ...readSent(connectConfig, config ?? {}) } as Row<typeof connectConfig>,
    fields: inFieldOrder(drafted(connectField, stored.fields, fields)) as unknown as FrameField[],
    samples: inFieldOrder(drafted(connectSample, stored.samples, samples)).map((one) => ({
      ...one,
      frame: one.frame ?? '',
    })),
  };
}

/**
 * Check the samples, and decode the lines of sample frames, by the stored rows or by those that are sent. Nothing is
 * written.
 */
export async function checkedSamples(
  input: CallInputOf<typeof checkSamples>,
  reading: Reading,
): Promise<CallAnswer<typeof checkSamples>> {
  const { config, fields, samples } = await rowsToCheck(input, reading);
  const { deviceConnectFormat: format, sampleFrames } = config;
  const at = reading.language === 'en' ? 1 : 0;
  const text = liveText(config, fields);
  const answer: CallAnswer<typeof checkSamples>['samples'][number][] = samples.map((one) => ({
    id: one.id,
    name: one.name ?? '',
    frame: one.frame,
    deviceId: one.expect?.deviceId ?? null,
    error: hindranceOf(text, [one as FrameSample])?.words[at] ?? null,
  }));
  const known = new Set(answer.map(({ frame }) => plainFrame(frame, format)));
  for (const frame of (sampleFrames ?? '').split('\n').filter((line) => line.trim())) {
    if (known.has(plainFrame(frame, format))) continue;
    const { frames } = tryFrame(
      { config: config as unknown as FrameConfig, fields },
      { format: null, frame },
      reading.language,
    );
    answer.push({ id: '', name: '', frame, deviceId: frames[0].deviceId, error: frames[0].error });
  }
  const isRight = !hindranceOf(text, []) && answer.every((one) => one.error === null);
  return { isRight, samples: answer };
}
