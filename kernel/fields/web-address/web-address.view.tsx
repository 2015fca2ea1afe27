import { type KindView, asString } from '../faces.view.tsx';
import { isWebAddress } from './web-address.ts';

export const webAddressView: KindView = {
  links: true,
  // What came into the table by another way than the form is judged once more before anybody may click it.
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
