import { inOrder } from '../../codec/frame.rules.ts';
import { checksumOf } from '../../codec/values/checksum.rules.ts';
import type { DecodedFrame } from '../../codec/frame-config.rules.ts';
import { compileExpression } from '../../points/expression.rules.ts';

/** Answer to frames: `template` is hex with parts such as `{msgId:2}`, `{len:2}` and `{crc16modbus:2:DCBA}`. */
export interface ReplyRule {
  readonly when?: string;
  readonly template: string;
  /** When the device is answered: once its data is stored (default), or at once. */
  readonly after?: 'commit' | 'receive';
}

const CHECKSUMS = ['sum8', 'xor8', 'crc16modbus'];

type Names = Readonly<Record<string, string | number | boolean | null>>;

const namesOf = ({ deviceId, msgType, msgId }: DecodedFrame, length: number): Names => ({
  deviceId,
  msgType,
  msgId,
  len: length,
});

/** Return a test whether a rule applies to a frame of `length` bytes; without an expression it always does. */
export function appliesWhen(expression: string | undefined): (frame: DecodedFrame, length: number) => boolean {
  if (!expression) return () => true;
  const compiled = compileExpression(expression);
  return (frame, length) => Boolean(compiled(namesOf(frame, length)));
}

/** Return a value in so many bytes, the highest first; a text is hex. */
function bytesFor(value: string | number | null, size: number): number[] {
  const hex = typeof value === 'number' ? value.toString(16) : String(value ?? '').replaceAll(/[^\da-f]/gi, '');
  const padded = hex.padStart(size * 2, '0').slice(-size * 2);
  return Array.from({ length: size }, (_, at) => Number.parseInt(padded.slice(at * 2, at * 2 + 2), 16));
}

type Piece = readonly number[] | { readonly name: string; readonly size: number | null; readonly order: string };

function piecesOf(template: string): Piece[] {
  return [...template.replaceAll(/\s/g, '').matchAll(/\{(\w+)(?::(\d))?(?::(ABCD|DCBA))?\}|([\da-f]{2})/gi)].map(
    ([, name, size, order, hex]): Piece =>
      hex ? [Number.parseInt(hex, 16)] : { name, size: size ? Number(size) : null, order: order ?? 'ABCD' },
  );
}

/** Compile a reply; the result makes its bytes from the frame that is answered. */
export function compileReply({ template }: ReplyRule): (frame: DecodedFrame) => Uint8Array {
  const pieces = piecesOf(template);
  return (frame) => {
    const sizeOf = (piece: Piece): number => {
      if (!('name' in piece)) return piece.length;
      return piece.size ?? (piece.name === 'deviceId' ? Math.ceil((frame.deviceId ?? '').length / 2) : 1);
    };
    const length = pieces.reduce((sum, piece) => sum + sizeOf(piece), 0);
    const out: number[] = [];
    for (const piece of pieces) {
      if (!('name' in piece)) out.push(...piece);
      else {
        const value = CHECKSUMS.includes(piece.name)
          ? checksumOf(piece.name, Uint8Array.from(out))
          : ((namesOf(frame, length)[piece.name] ?? null) as string | number | null);
        out.push(...inOrder(bytesFor(value, sizeOf(piece)), piece.order));
      }
    }
    return Uint8Array.from(out);
  };
}
