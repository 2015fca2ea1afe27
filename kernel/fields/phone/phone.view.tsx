import { phoneWords } from '#kernel/web/i18n/phones.ts';
import { type KindView, asString } from '../faces.view.tsx';

/** A number in clear is dialled by a press; a masked one leads nowhere. */
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
