import type { Label } from '#kernel/language/label.ts';
import type { RegisterSpan } from './address.rules.ts';

interface PointBits {
  readonly dataType: string;
  readonly bitIndex: number | null;
  readonly bitCount: number | null;
  readonly scale: string | null;
}

interface Problem {
  readonly field: string;
  readonly words: Label;
}

function bitsProblem({ bitIndex, bitCount, dataType }: PointBits, width: number | null): Problem | null {
  if (typeof bitIndex !== 'number') return null;
  if (!['uint', 'int', 'flag'].includes(dataType))
    return { field: 'bitIndex', words: ['只有整数和开关量可以取位', 'Only integers and flags have bits'] };
  if (width !== null && bitIndex + (bitCount ?? 1) > width)
    return { field: 'bitIndex', words: ['位超出了寄存器', 'The bits lie outside the registers'] };
  return null;
}

const isZero = (scale: string | null | undefined): boolean => typeof scale === 'string' && Number(scale) === 0;

/** Return the field of a point that is wrong, with the reason, or null. `span`: its registers, if it has some. */
export function pointProblem(point: PointBits, span: RegisterSpan | null): Problem | null {
  if (isZero(point.scale)) return { field: 'scale', words: ['倍率不能为 0', 'The scale cannot be 0'] };
  if (span && span.area < 3 && point.dataType !== 'flag')
    return { field: 'dataType', words: ['线圈和离散输入是开关量', 'Coils and inputs are flags'] };
  if (span && point.dataType === 'float' && span.count !== 2 && span.count !== 4)
    return { field: 'address', words: ['浮点数须为 2 或 4 个寄存器', 'A float has 2 or 4 registers'] };
  return bitsProblem(point, span && span.area >= 3 ? span.count * 16 : null);
}
