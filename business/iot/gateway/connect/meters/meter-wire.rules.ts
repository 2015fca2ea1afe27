import type { Label } from '#kernel/language/label.ts';
import { FrameFault } from '../codec/frame.rules.ts';
import { compileFrames } from '../codec/compile.rules.ts';
import { Framer } from '../framing/framer.rules.ts';
import type { Framing } from '../framing/framing.rules.ts';
import type { UnitId } from '../modbus/bus.rules.ts';
import type { JudgedAnswer, LineFrame, LineReader, OpenRequest, Wire } from '../modbus/wire.rules.ts';
import { DATA, DI, type MeterProtocol, REASON, envelopeCodec } from './meter-protocol.rules.ts';

/** Asks a meter for the data of an identifier. */
export interface MeterRequest {
  readonly unit: UnitId;
  readonly di: string;
}

/** The data of an answer in hex with its frame, or the reason of a refusal. */
export type MeterAnswer = { readonly frame: Uint8Array; readonly data: string } | { readonly refusal: number };

type Frame = LineFrame<MeterRequest, MeterAnswer>;

const LEAD = 0xfe;
const MAX_DATA = 255;

/** The pack has the position of the length. */
function framingOf({ pack }: MeterProtocol): Framing {
  const length = pack.fields.find((one) => one.deviceConnectConfigFieldType === 'length');
  const [lenOffset, lenAdjust] = [length?.startBit ?? 0, length?.lengthExcludes ?? 0];
  return {
    ...{ kind: 'lengthField', startMarker: '68', endMarker: '16' },
    ...{ lenOffset, lenBytes: 1, lenAdjust, maxFrame: lenAdjust + MAX_DATA },
  };
}

/** Parts of an answer that its envelope names. */
interface Envelope {
  readonly meter: string;
  readonly control: string;
  readonly props: Readonly<Record<string, unknown>>;
}

const reversedHex = (hex: string): string => (hex.match(/../g) ?? []).toReversed().join('');

const isAskedFor = ({ mayKeepOrder }: MeterProtocol, di: string, answered: unknown): boolean =>
  answered === di || (mayKeepOrder && answered === reversedHex(di));

/** Return whether a right frame answers the open request, and its data. */
function judged(
  protocol: MeterProtocol,
  { meter, control, props }: Envelope,
  frame: Uint8Array,
  open: OpenRequest<MeterRequest> | null,
): JudgedAnswer<MeterAnswer> {
  if (!open) return { verdict: 'stale' };
  const { unit, di } = open.request;
  if (meter !== protocol.addressOf(String(unit))) {
    const wrong: Label = [`应答来自另一块表 ${meter}`, `The answer is of another meter: ${meter}`];
    return { verdict: 'other', wrong };
  }
  if (control === protocol.refusal.control) {
    const refusal = Number(props[REASON] ?? 0);
    return { verdict: `exception ${refusal}`, answer: { refusal } };
  }
  // The echo of a request, or the late answer to an earlier one.
  if (!protocol.answers.includes(control) || !isAskedFor(protocol, di, props[DI])) return { verdict: 'stale' };
  return { verdict: 'ok', answer: { frame, data: String(props[DATA] ?? '') } };
}

/** The wire of meters: frames of the pack, with bytes FE before them. */
export function meterWire(protocol: MeterProtocol): Wire<MeterRequest, MeterAnswer> {
  const envelope = envelopeCodec(protocol);
  const request = compileFrames(protocol.pack.config, protocol.pack.request ?? []);
  const framing = framingOf(protocol);

  const frameOf = (bytes: Uint8Array): { frame: Frame; isRight: boolean } => {
    try {
      const { deviceId, msgType, props } = envelope.decode(bytes);
      const parts = { meter: deviceId ?? '', control: msgType ?? '', props };
      return { frame: { unit: null, bytes, judge: (open) => judged(protocol, parts, bytes, open) }, isRight: true };
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      const { code, words } = error;
      return { frame: { unit: null, bytes, judge: () => ({ verdict: code, wrong: words }) }, isRight: false };
    }
  };

  const reader = (): LineReader<MeterRequest, MeterAnswer> => {
    let frames: Frame[] = [];
    const framer = new Framer(framing, {
      isGood: (bytes) => frameOf(bytes).isRight,
      take: (bytes) => frames.push(frameOf(bytes).frame),
    });
    return {
      push(bytes) {
        framer.push(bytes);
        const some = frames;
        frames = [];
        return framer.isBroken
          ? { frames: some, lost: ['收到的字节不是应答', 'The bytes are no answer'] }
          : { frames: some };
      },
    };
  };

  return {
    bytesOf({ unit, di }) {
      const lead = Array.from({ length: protocol.wake }, () => LEAD);
      return Uint8Array.from([...lead, ...request.encode(protocol.requestOf(String(unit), di))]);
    },
    reader,
    closesOnSilence: false,
    beginsAnew: true,
  };
}
