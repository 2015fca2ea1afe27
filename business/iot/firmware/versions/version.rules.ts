/** Characters of a version: digits, letters and a few separators. */
const VERSION = /^[\da-z][\w.+-]{0,31}$/i;

/** Is a text a valid version of firmware? */
export const isVersion = (version: string): boolean => VERSION.test(version);

/** Return the numbers before the first text, and this text: `2.10.3-rc1` is [2, 10, 3] and `-rc1`. */
function partsOf(version: string): { readonly numbers: readonly number[]; readonly text: string } {
  const plain = version.replace(/^v(?=\d)/i, '');
  const [numbers = ''] = /^\d+(?:\.\d+)*/.exec(plain) ?? [];
  return { numbers: numbers ? numbers.split('.').map(Number) : [], text: plain.slice(numbers.length).toLowerCase() };
}

/**
 * Compare two versions: the numbers between dots first, then the text after them. A missing number counts as 0. With
 * equal numbers a version without text is newer than one with a `-`, as `2.0.0` is newer than `2.0.0-rc1`.
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at += 1) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  if (a.text === b.text) return 0;
  if (!a.text || !b.text) return (a.text || b.text).startsWith('-') === Boolean(b.text) ? 1 : -1;
  return a.text < b.text ? -1 : 1;
}

export const isNewer = (one: string, other: string): boolean => compareVersions(one, other) > 0;

/** Return the versions in a text that separates them by commas or spaces. */
export const versionsIn = (text: string | null | undefined): string[] =>
  (text ?? '').split(/[\s,，;；]+/).filter(Boolean);

/** Versions of the modules of a device, as it reported them. */
export type ModuleVersions = Readonly<Record<string, string>>;

/** The most modules whose versions are stored of a device. */
const MAX_MODULES = 16;

/** Return the versions of a device after a report, which may be about some modules only. */
export const mergedVersions = (before: ModuleVersions, reported: ModuleVersions): ModuleVersions =>
  Object.fromEntries(Object.entries({ ...before, ...reported }).slice(0, MAX_MODULES));

/** Return the version of a device that its list shows: that of the controller, of the application, or any. */
export const shownVersion = (modules: ModuleVersions): string | null =>
  modules.mcu ?? modules.app ?? Object.values(modules)[0] ?? null;
