import { lastOf } from '#kernel/language/must.ts';
import type { CSSProperties, ReactElement } from 'react';

const HUES = 12;

/** One of twelve hues for a name, in degrees: the same one on every screen. */
export const hueOf = (name: string): number =>
  ([...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7) % HUES) * (360 / HUES) + 8;

/** A letter for the face: the first of a Chinese name; of others the first of the first and of the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? '')][0] ?? '';
  return /^[A-Za-z]/.test(first) && words.length > 1 ? `${first}${[...lastOf(words)][0]}`.toUpperCase() : first;
}

/** A person by his picture, or by his initials in a colour of his own; drawn, not read out or copied. A picture that cannot be had leaves the initials. */
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
