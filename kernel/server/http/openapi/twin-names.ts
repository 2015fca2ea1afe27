import type { Schema } from './schemas.ts';

/** Return the name as generators compare it: without capitals and underscores. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

type Properties = Readonly<Record<string, Schema>>;

/**
 * Return an object schema without the second of two names that differ in capitals or underscores alone, such as
 * `tenantId` and `tenant_id`. The first one names it in its description.
 */
function withoutTwinProperties(schema: Schema & { readonly properties: Properties }): Schema {
  const groups = Map.groupBy(Object.keys(schema.properties), plainName);
  if (groups.size === Object.keys(schema.properties).length) return schema;
  const properties = Object.fromEntries(
    [...groups.values()].map(([name, ...others]) => {
      const one = schema.properties[name];
      const also = others.length ? { description: `also as ${others.join(', ')}` } : {};
      return [name, { ...one, ...also }];
    }),
  );
  const { additionalProperties: _, required = [], ...rest } = schema as Schema & { required?: readonly string[] };
  const known = required.filter((name) => Object.hasOwn(properties, name));
  return { ...rest, properties, ...(known.length > 0 && { required: known }) };
}

/** Return a document in which no two names of one object differ in capitals or underscores alone. */
export function withoutTwins<T>(part: T): T {
  if (Array.isArray(part)) return part.map((one: unknown) => withoutTwins(one)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const of = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withoutTwins(value as unknown)]));
  return (
    'properties' in of && of.type === 'object' ? withoutTwinProperties(of as Schema & { properties: Properties }) : of
  ) as T;
}
