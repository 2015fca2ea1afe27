import { House } from 'lucide-react';
import type { ReactElement } from 'react';

/** Only pictures of this server: nothing is fetched from elsewhere before somebody is logged in. */
export const ownPicture = (address: string | undefined): string | undefined =>
  address?.startsWith('/') && !address.startsWith('//') ? address : undefined;

/** The sign of the company, else that of the product. */
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
