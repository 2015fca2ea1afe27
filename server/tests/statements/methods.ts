import type { Evaluation } from './evaluation.ts';
import { nameOf, nodeAt, nodesAt } from './source-files.ts';
import {
  type Piece,
  type Place,
  PartialText,
  SourceObject,
  Unknown,
  UnknownList,
  isConstant,
  joinedText,
  textPieces,
} from './values.ts';

interface Called {
  readonly of: unknown;
  readonly method: string;
  readonly values: readonly unknown[];
  readonly source: string;
  readonly place: Place;
}

/** List methods whose result has elements of the same list. */
const KEEPING = new Set(['filter', 'slice', 'toSorted', 'toReversed', 'concat']);

const listOf = (value: unknown): unknown =>
  value instanceof Unknown ? new UnknownList(new Unknown(value.source)) : value;

/** Return the property names and values of an object; empty if they are unknown. */
function entriesOf(evaluation: Evaluation, of: unknown): [string, unknown][] {
  if (of instanceof SourceObject)
    return nodesAt(of.node, 'properties').map((one) => {
      const name = nameOf(nodeAt(one, 'key'));
      return [name, evaluation.member(of, name, name)];
    });
  return isConstant(of) && typeof of === 'object' && of !== null ? Object.entries(of) : [];
}

function ofObject(evaluation: Evaluation, method: string, value: unknown): unknown {
  const entries = entriesOf(evaluation, value);
  if (!entries.length) return new UnknownList([new Unknown('name'), new Unknown('value')]);
  if (method === 'entries') return entries;
  return entries.map(([name, one]) => (method === 'keys' ? name : one));
}

function mapped(evaluation: Evaluation, { of, values, source, place }: Called): unknown {
  const each = (element: unknown, at: unknown): unknown => evaluation.call(values[0], [element, at], source, place);
  if (Array.isArray(of)) return of.map((one, at) => each(one, at));
  const list = listOf(of);
  return list instanceof UnknownList ? new UnknownList(each(list.element, 0)) : new Unknown(source);
}

function flat(list: unknown): unknown {
  if (Array.isArray(list)) return list.flat();
  return list instanceof UnknownList && Array.isArray(list.element) ? list.element : list;
}

function joinedList({ of, values, source }: Called): unknown {
  const between = typeof values[0] === 'string' ? values[0] : ',';
  if (Array.isArray(of))
    return joinedText(of.flatMap((one, at): Piece[] => [...(at ? [between] : []), ...textPieces(one, source)]));
  return of instanceof UnknownList ? joinedText([...textPieces(of.element, source)]) : new Unknown(source);
}

/** Return the result of a list or text method on partly known values; undefined if the method is not handled. */
export function calledMethod(evaluation: Evaluation, called: Called): unknown {
  const { of, method, values } = called;
  if (of instanceof Unknown && of.source === 'Object') return ofObject(evaluation, method, values[0]);
  switch (method) {
    case 'map':
      return mapped(evaluation, called);
    case 'flatMap':
      return flat(mapped(evaluation, called));
    case 'join':
      return joinedList(called);
    case 'trim':
      return of instanceof PartialText ? of : undefined;
    default:
      return KEEPING.has(method) && !isCallable(of, values) ? of : known(called);
  }
}

const isCallable = (of: unknown, values: readonly unknown[]): boolean => isConstant(of) && values.every(isConstant);

/** Call the method itself if the object and all arguments are known, else return undefined. */
function known({ of, method, values }: Called): unknown {
  if (typeof of !== 'string' && !Array.isArray(of)) return undefined;
  if (!isCallable(of, values)) return undefined;
  try {
    return (of as unknown as Record<string, (...values: readonly unknown[]) => unknown>)[method](...values);
  } catch {
    return undefined;
  }
}
