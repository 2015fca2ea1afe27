import { House } from 'lucide-react';
import type { ReactElement } from 'react';

/**
 * Return the address if it is a path on this server, else undefined: before the login nothing is fetched from
 * elsewhere.
 */
export const ownPicture = (address: string | undefined): string | undefined =>
  address?.startsWith('/') && !address.startsWith('//') ? address : undefined;

/** The logo of the company, or a house icon without one. */
export function Logo({
  address,
  size = 16,
  name = 'logo',
}: {
  address?: string;
  size?: number;
  name?: string;
}): ReactElement {
  const own = ownPicture(address);
  return (
    <span className={name} data-own={own !== undefined}>
      {own ? <img src={own} alt="" /> : <House size={size} aria-hidden />}
    </span>
  );
}
