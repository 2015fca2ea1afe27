/** Are two values of JSON the same, whatever the order of their keys? */
export function isEqualJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [first, second] = [Object.entries(one), other as Readonly<Record<string, unknown>>];
  return (
    first.length === Object.keys(second).length &&
    first.every(([key, value]) => Object.hasOwn(second, key) && isEqualJson(value, second[key]))
  );
}
