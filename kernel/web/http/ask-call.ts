import { type AnyCall, type CallAnswer, type CallSent, isFiltersField } from '#kernel/language/calls/call.ts';
import type { Field } from '#kernel/language/field.ts';
import { type Query, type RequestOptions, get, postJson } from './http.ts';

/** Return a value as a query parameter; an array is joined by commas. */
const inAddress = (value: unknown): Query[string] =>
  Array.isArray(value) ? value.join(',') : (value as Query[string]);

/**
 * Return the path of a call with its placeholders replaced, and the remaining inputs. Each filter in an input of
 * filters becomes an input by its own name.
 */
export function placed(
  of: AnyCall,
  sent: Readonly<Record<string, unknown>>,
): { path: string; rest: Record<string, unknown> } {
  const inputs = { ...of.query, ...of.body } as Readonly<Record<string, Field>>;
  const rest: Record<string, unknown> = Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      inputs[name] && isFiltersField(inputs[name]) ? Object.entries(value ?? {}) : [[name, value]],
    ),
  );
  const path = of.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name] ?? ''));
    delete rest[name];
    return value;
  });
  return { path, rest };
}

/** Send a declared call. Input and answer have the types of its declaration. */
export function askCall<C extends AnyCall>(
  of: C,
  sent: CallSent<C>,
  asking: RequestOptions = {},
): Promise<CallAnswer<C>> {
  const { path, rest } = placed(of, sent);
  return of.method === 'GET'
    ? get(path, Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, inAddress(value)])), asking)
    : postJson(path, rest, { ...asking, method: of.method });
}
