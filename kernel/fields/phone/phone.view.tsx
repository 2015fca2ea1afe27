import { phoneWords } from '#kernel/web/i18n/phones.ts';
import { type KindView, asString } from '../faces.view.tsx';

/** A number in clear is a `tel:` link; a masked one is plain text. */
export const phoneView: KindView = {
  links: true,
  cell: ({ value, language }) => {
    const phone = asString(value);
    return /^[+\d][\d\s-]{2,}$/.test(phone) ? (
      <a className="phone-link" href={`tel:${phone.replaceAll(/[\s-]/g, '')}`}>
        {phoneWords(phone, language)}
      </a>
    ) : (
      phoneWords(phone, language)
    );
  },
};
