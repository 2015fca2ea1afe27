import { Camera, Plus, Trash2 } from 'lucide-react';
import { type ChangeEvent, type ReactElement, useState } from 'react';
import { extraCharge } from '../dictionaries.ts';
import { takePhoto } from '#kernel/web/pickers/camera/take-photo.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT, words } from '#kernel/web/i18n/words.ts';
import { BottomSheet, openSheet } from './sheet.view.tsx';
import { type ChargeLine, isAmount, roomFor } from './charges.rules.ts';
import { ChoiceButtons, NumberLine, type SectionProps } from './parts.view.tsx';
import { useBlobUrl } from './blob-url.view.tsx';

const AT_THE_DOOR = ['visit', 'highWork', 'access', 'other'];

/** The form for one extra charge: type, amount, reason and photo. */
function ChargeSheet({
  onCharge,
  onClose,
}: {
  onCharge: (line: ChargeLine) => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const [line, setLine] = useState<ChargeLine>({
    chargeType: 'highWork',
    amount: '',
    reason: '',
    photos: [],
    photoLinks: [],
    closed: false,
  });
  const [tried, setTried] = useState(false);
  const url = useBlobUrl(line.photos[0]);
  const taken = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file)
      void takePhoto(file)
        .then(({ blob }) => setLine((now) => ({ ...now, photos: [blob] })))
        .catch(() => toast.bad(words(['这个文件不是照片，或者已损坏', 'This file is no photo, or it is broken'])));
  };
  const problem = !isAmount(line.amount)
    ? t(['请填写金额', 'Type the amount'])
    : !line.reason.trim()
      ? t(['请填写加收原因', 'Say why'])
      : line.photos.length === 0
        ? t(['请拍一张照片', 'Take a photo'])
        : '';
  const done = (): void => {
    setTried(true);
    if (!problem) {
      onCharge(line);
      onClose();
    }
  };
  return (
    <BottomSheet
      title={t(['现场加收', 'Extra charge'])}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="day-button" onClick={onClose}>
            {t(['取消', 'Cancel'])}
          </button>
          <button type="button" className="day-button strong" onClick={done}>
            {t(['加上', 'Add it'])}
          </button>
        </>
      }
    >
      <ChoiceButtons
        label={t(['加收项目', 'What for'])}
        of={extraCharge}
        only={AT_THE_DOOR}
        value={line.chargeType}
        onChange={(chargeType) => setLine({ ...line, chargeType })}
      />
      <NumberLine
        label={t(['金额', 'Amount'])}
        unit="¥"
        value={line.amount}
        onChange={(amount) => setLine({ ...line, amount })}
      />
      <label className="day-field">
        <span>{t(['加收原因', 'Why'])}</span>
        <input
          maxLength={255}
          value={line.reason}
          onChange={(event) => setLine({ ...line, reason: event.target.value })}
        />
      </label>
      <div className="day-photos">
        <figure className="day-photo" data-needed={!url}>
          {url ? (
            <img src={url} alt={t(['加收照片', 'Photo of the charge'])} />
          ) : (
            <label className="day-photo-add">
              <Camera size={24} aria-hidden />
              <span className="sr-only">{t(['拍照', 'Take a photo'])}</span>
              <input type="file" accept="image/*" capture="environment" data-class="charge" onChange={taken} />
            </label>
          )}
        </figure>
      </div>
      {tried && problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </BottomSheet>
  );
}

/** The extra charges of a visit. The customer signs below them, so any change removes the signature. */
export function Charges({ draft, put }: Pick<SectionProps, 'draft' | 'put'>): ReactElement {
  const t = useT();
  const change = (charges: readonly ChargeLine[]): void => put({ charges, sign: null, signLink: '' });
  return (
    <>
      {draft.charges.map((line, at) => (
        <p key={line.id ?? at} className="day-money">
          <span>
            <KeyWord of={extraCharge} value={line.chargeType} /> <small className="quiet">{line.reason}</small>
          </span>
          <span className="day-charge">
            <b>¥{Number(line.amount).toFixed(2)}</b>
            {!line.closed && (
              <button
                type="button"
                className="day-icon"
                aria-label={t([`删除加收${line.reason}`, `Remove the charge ${line.reason}`])}
                onClick={() => change(draft.charges.filter((_, index) => index !== at))}
              >
                <Trash2 size={18} aria-hidden />
              </button>
            )}
          </span>
        </p>
      ))}
      {roomFor(draft.charges) > 0 && (
        <button
          type="button"
          className="day-text"
          onClick={() =>
            openSheet((close) => (
              <ChargeSheet
                onClose={close}
                onCharge={(line) => put((now) => ({ charges: [...now.charges, line], sign: null, signLink: '' }))}
              />
            ))
          }
        >
          <Plus size={20} aria-hidden />
          {t(['现场加收', 'Extra charge'])}
        </button>
      )}
    </>
  );
}
