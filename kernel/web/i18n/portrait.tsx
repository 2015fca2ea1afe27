import { lastOf } from '#kernel/language/must.ts';
import type { CSSProperties, ReactElement } from 'react';

const HUES = 12;

/** Return a hue for a name, in degrees: one of twelve, the same on every screen. */
export const hueOf = (name: string): number =>
  ([...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7) % HUES) * (360 / HUES) + 8;

/** Return initials: the first character of a Chinese name; else the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? '')][0] ?? '';
  return /^[A-Za-z]/.test(first) && words.length > 1 ? `${first}${[...lastOf(words)][0]}`.toUpperCase() : first;
}

/**
 * Return a person's picture, or initials on a colour that depends on the name. Screen readers skip it. If the picture
 * fails to load, the initials remain visible.
 */
export const portrait = (name: string, link: string | undefined, size = 'small'): ReactElement => (
  <i
    className={`avatar ${size}`}
    aria-hidden
    data-letter={initialsOf(name)}
    style={{ '--hue': hueOf(name) } as CSSProperties}
  >
    {link && (
      <img
        key={link}
        src={link}
        alt=""
        loading="lazy"
        decoding="async"
        onError={(event) => {
          event.currentTarget.hidden = true;
        }}
      />
    )}
  </i>
);
