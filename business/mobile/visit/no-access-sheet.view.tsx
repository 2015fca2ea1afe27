import { NoteField, SheetButtons } from './note-field.view.tsx';
import { Camera, Minus, Plus, X } from 'lucide-react';
import { type ChangeEvent, type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { takePhoto } from '#kernel/web/pickers/camera/take-photo.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT, words } from '#kernel/web/i18n/words.ts';
import type { Visit } from '#business/completion/at-door/own-day.calls.ts';
import { doStep } from '../do-step.view.tsx';
import { useBlobUrl } from '#business/completion/finish/blob-url.view.tsx';
import { BottomSheet } from '#business/completion/finish/sheet.view.tsx';
import { useCalls } from './calls.view.tsx';

const MAX_PHOTOS = 3;

function DoorPhoto({ photo, onDrop }: { photo: Blob; onDrop: () => void }): ReactElement {
  const t = useT();
  const url = useBlobUrl(photo);
  return (
    <figure className="day-photo">
      <img src={url} alt={t(['门口照片', 'Photo of the door'])} />
      <button
        type="button"
        className="day-photo-drop"
        aria-label={t(['删除照片', 'Remove the photo'])}
        onClick={onDrop}
      >
        <X size={14} aria-hidden />
      </button>
    </figure>
  );
}

/** The photos of the door, and a place for one more. */
function DoorPhotos({
  photos,
  onChange,
}: {
  photos: readonly Blob[];
  onChange: (photos: readonly Blob[]) => void;
}): ReactElement {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const taken = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    setBusy(true);
    void takePhoto(file)
      .then(({ blob }) => onChange([...photos, blob]))
      .catch(() => toast.bad(words(['这个文件不是照片，或者已损坏', 'This file is no photo, or it is broken'])))
      .finally(() => setBusy(false));
  };
  return (
    <div className="day-photos" aria-busy={busy}>
      {photos.map((photo, at) => (
        <DoorPhoto key={at} photo={photo} onDrop={() => onChange(photos.filter((_, index) => index !== at))} />
      ))}
      {photos.length < MAX_PHOTOS && (
        <figure className="day-photo" data-needed={photos.length === 0}>
          <label className="day-photo-add">
            <Camera size={24} aria-hidden />
            <span className="sr-only">{t(['拍门口', 'Photograph the door'])}</span>
            <input
              type="file"
              accept="image/*"
              capture="environment"
              data-class="door"
              disabled={busy}
              onChange={taken}
            />
          </label>
          <figcaption>
            <span>{t(['门口', 'Door'])}</span>
          </figcaption>
        </figure>
      )}
    </div>
  );
}

/** Sheet to end a visit without access, with photos of the door, the number of calls, and a note. */
export function NoAccessSheet({ visit, onClose }: { visit: Visit; onClose: () => void }): ReactElement {
  const t = useT();
  const rung = useCalls((calls) => calls[visit.id] ?? 0);
  const [photos, setPhotos] = useState<readonly Blob[]>([]);
  const [more, setMore] = useState(0);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const callAttempts = rung + more;
  const problem: Label | null =
    photos.length === 0
      ? ['请拍门口照片', 'Take a photo of the door']
      : callAttempts === 0
        ? ['请先拨打客户电话，或填写已打的次数', 'Ring the customer first, or say how often you did']
        : note.trim()
          ? null
          : ['请填写联系情况', 'Say how you tried'];
  const files = photos.map((blob, at) => ({ name: `door-${at + 1}.jpg`, blob }));
  const done = (): void => {
    setTried(true);
    if (!problem)
      void doStep(
        visit,
        'noAccess',
        {
          visitResult: 'noAccess',
          resultNote: note.trim(),
          callAttempts,
          doorPhotos: files.map((_, at) => `@file:${at}`),
        },
        { note: note.trim() },
        files,
      ).then(onClose);
  };
  return (
    <BottomSheet
      title={t(['客户不在', 'Nobody at home'])}
      onClose={onClose}
      foot={<SheetButtons yes={['结束上门', 'End the visit']} danger onYes={done} onClose={onClose} />}
    >
      <p className="quiet">
        {t([
          '拍门口照片、写明联系情况；这次上门随即结束',
          'Photograph the door and say how you tried; this visit then ends',
        ])}
      </p>
      <DoorPhotos photos={photos} onChange={setPhotos} />
      <p className="day-money">
        <span>{t(['电话联系次数', 'Calls tried'])}</span>
        <span className="day-stepper">
          <button
            type="button"
            aria-label={t(['少一次', 'One less'])}
            disabled={callAttempts === 0}
            onClick={() => setMore(more - 1)}
          >
            <Minus size={20} aria-hidden />
          </button>
          <b aria-live="polite">{callAttempts}</b>
          <button type="button" aria-label={t(['多一次', 'One more'])} onClick={() => setMore(more + 1)}>
            <Plus size={20} aria-hidden />
          </button>
        </span>
      </p>
      <NoteField
        label={['联系情况', 'How you tried']}
        value={note}
        isMissing={tried && !note.trim()}
        onChange={setNote}
      />
      {tried && problem && (
        <p className="field-problem" role="alert">
          {t(problem)}
        </p>
      )}
    </BottomSheet>
  );
}
