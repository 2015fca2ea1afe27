import { type KindView, asString } from '../faces.view.tsx';
import { isWebAddress } from './web-address.ts';

export const webAddressView: KindView = {
  links: true,
  // Check stored addresses again before they become links: some were not entered in a form.
  cell: ({ value }) => {
    const text = asString(value);
    return isWebAddress(text) ? (
      <a href={text} target="_blank" rel="noopener noreferrer" onClick={(event) => event.stopPropagation()}>
        {text}
      </a>
    ) : (
      text
    );
  },
};
