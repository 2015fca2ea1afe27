import { mustFind } from '#kernel/language/must.ts';
import { Camera, CircleCheck, CloudUpload, Images, Plus, TriangleAlert, X } from 'lucide-react';
import { type ChangeEvent, type ReactElement, useRef } from 'react';
import { useT } from '#kernel/web/i18n/words.ts';
import type { AnnexType } from '#business/completion/at-door/whole-completion.calls.ts';
import type { Visit } from '#business/completion/at-door/own-day.calls.ts';
import { useBlobUrl } from '#business/completion/finish/blob-url.view.tsx';
import { mayInsist, spoils, verdictWords } from './photo-verdict.rules.ts';
import { type PhotosOf, usePhotos } from './use-photos.view.tsx';

type Shown = PhotosOf['photos'][number];

const isBad = (photo: Shown): boolean => photo.seq === null && photo.verdicts.some(spoils);

function Tile({ photo, onDrop }: { photo: Shown; onDrop: () => void }): ReactElement {
  const t = useT();
  const url = useBlobUrl(photo.thumb);
  const bad = isBad(photo);
  const state = photo.step?.state;
  return (
    <figure className="day-photo" data-bad={bad || state === 'refused'}>
      <img src={url} alt={photo.name} />
      {state !== 'sent' && (bad || photo.step) && (
        <button
          type="button"
          className="day-photo-drop"
          aria-label={t([`删除${photo.name}`, `Remove ${photo.name}`])}
          onClick={onDrop}
        >
          <X size={14} aria-hidden />
        </button>
      )}
      <figcaption>
        <span>{photo.name}</span>
        {photo.verdicts[0] && (bad || spoils(photo.verdicts[0]) === false) ? (
          <em data-bad={bad}>{t(verdictWords[photo.verdicts[0]][0])}</em>
        ) : state === 'refused' ? (
          <em data-bad>{t(['未收', 'Refused'])}</em>
        ) : state === 'waiting' ? (
          <CloudUpload size={16} aria-label={t(['待发送', 'To be sent'])} />
        ) : (
          <CircleCheck size={16} className="good" aria-label={t(['已收到', 'Received'])} />
        )}
      </figcaption>
    </figure>
  );
}

function AddTile({ kind, photos }: { kind: AnnexType; photos: PhotosOf }): ReactElement {
  const t = useT();
  const chosen = (event: ChangeEvent<HTMLInputElement>): void => {
    photos.add([...(event.target.files ?? [])], [kind]);
    event.target.value = '';
  };
  const needed = kind.missing > 0;
  return (
    <figure className="day-photo" data-needed={needed}>
      <label className="day-photo-add">
        {needed ? <Camera size={24} aria-hidden /> : <Plus size={24} aria-hidden />}
        <span className="sr-only">{t([`拍${kind.name}`, `Photo: ${kind.name}`])}</span>
        <input
          type="file"
          accept="image/*"
          capture="environment"
          data-class={kind.name}
          disabled={photos.busy}
          onChange={chosen}
        />
      </label>
      <figcaption>
        <span>{kind.name}</span>
        <em data-bad={needed}>
          {needed ? t([`缺 ${kind.missing}`, `${kind.missing} to take`]) : t(['选拍', 'optional'])}
        </em>
      </figcaption>
    </figure>
  );
}

/** The verdict on a photo, with buttons to take it again or use it. */
function Warning({ photo, photos, kind }: { photo: Shown; photos: PhotosOf; kind: AnnexType }): ReactElement {
  const t = useT();
  const worst = mustFind(photo.verdicts, spoils);
  const chosen = (event: ChangeEvent<HTMLInputElement>): void => {
    photos.add([...(event.target.files ?? [])], [kind]);
    event.target.value = '';
  };
  return (
    <div className="day-warning" role="alert">
      <TriangleAlert size={20} aria-hidden />
      <span>
        {photo.name}
        {t(['：', ': '])}
        {t(verdictWords[worst][1])}
      </span>
      {mayInsist(photo.verdicts) && (
        <button type="button" className="day-text" onClick={() => photos.insist(photo)}>
          {t(['仍然用', 'Use it'])}
        </button>
      )}
      <label className="day-text">
        <Camera size={18} aria-hidden />
        {t(['重拍', 'Again'])}
        <input type="file" accept="image/*" capture="environment" onChange={chosen} />
      </label>
    </div>
  );
}

/** Photos by class: existing ones with their verdict, missing ones as empty places. */
export function FinishPhotos({ visit }: { visit: Visit }): ReactElement {
  const t = useT();
  const photos = usePhotos(visit);
  const many = useRef<HTMLInputElement>(null);
  const classes = visit.annexTypes;
  const required = classes.filter((one) => one.min > 0);
  const missing = classes.filter((one) => one.missing > 0);
  const all = (event: ChangeEvent<HTMLInputElement>): void => {
    photos.add(
      [...(event.target.files ?? [])],
      missing.flatMap((one) => Array.from({ length: one.missing }, () => one)),
    );
    event.target.value = '';
  };
  const bad = photos.photos.filter(isBad);
  return (
    <>
      <p className="day-photo-head">
        <span className="quiet">
          {t([
            `必拍 ${required.length} 类，已有 ${required.length - missing.length} 类`,
            `${required.length - missing.length} of ${required.length} kinds taken`,
          ])}
        </span>
        <span className="spring" />
        {missing.length > 1 && (
          <>
            <button type="button" className="day-text" disabled={photos.busy} onClick={() => many.current?.click()}>
              <Images size={18} aria-hidden />
              {t(['连拍', 'All in a row'])}
            </button>
            <input ref={many} hidden type="file" accept="image/*" multiple onChange={all} />
          </>
        )}
      </p>
      {bad.map((photo) => {
        const kind = classes.find((one) => one.classifyId === photo.classifyId);
        return kind && <Warning key={photo.id} photo={photo} photos={photos} kind={kind} />;
      })}
      <div className="day-photos" aria-busy={photos.busy}>
        {classes.map((kind) => {
          const here = photos.photos.filter((one) => one.classifyId === kind.classifyId);
          const elsewhere =
            kind.count - here.filter((one) => (one.step ? one.step.state !== 'refused' : one.seq !== null)).length;
          return [
            ...here.map((photo) => <Tile key={photo.id} photo={photo} onDrop={() => photos.drop(photo)} />),
            ...(elsewhere > 0
              ? [
                  <figure key={`${kind.classifyId}there`} className="day-photo">
                    <span className="day-photo-there">
                      <CircleCheck size={24} aria-hidden />
                      {elsewhere}
                    </span>
                    <figcaption>
                      <span>{kind.name}</span>
                      <em>{t(['已上传', 'uploaded'])}</em>
                    </figcaption>
                  </figure>,
                ]
              : []),
            ...(kind.count < kind.max && !here.some(isBad) && (kind.missing > 0 || kind.count === 0 || kind.min === 0)
              ? [<AddTile key={`${kind.classifyId}add`} kind={kind} photos={photos} />]
              : []),
          ];
        })}
      </div>
    </>
  );
}
