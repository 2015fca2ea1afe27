import { ChevronLeft, ChevronRight, ImageOff } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { completionAnnex } from '../annexes/completion-annex.paper.ts';
import { FactsSection, Value } from '#kernel/web/detail/info/facts.tsx';
import type { AnyAnsweredRow } from '#kernel/language/calls/shape.ts';
import type { ReviewPhotoClass } from './review.calls.ts';

interface Placed {
  readonly photo: AnyAnsweredRow;
  readonly kind: string;
}

/** A photo in full size with its facts; the arrow keys show the other photos. */
function Large({
  all,
  at,
  onGo,
  onClose,
}: {
  all: readonly Placed[];
  at: number;
  onGo: (at: number) => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { photo, kind } = all[at];
  const go = (step: number) => (): void => onGo((at + step + all.length) % all.length);
  return (
    <Dialog
      title={`${kind} ${at + 1} / ${all.length}`}
      width={1080}
      onClose={onClose}
      keys={[
        { keys: 'ArrowLeft', label: ['上一张', 'Previous'], run: go(-1) },
        { keys: 'ArrowRight', label: ['下一张', 'Next'], run: go(1) },
      ]}
    >
      <div className="look-large">
        <button type="button" className="icon-button" aria-label={t(['上一张', 'Previous'])} onClick={go(-1)}>
          <ChevronLeft size={20} aria-hidden />
        </button>
        <img src={String(photo.fileUrl)} alt={kind} />
        <button type="button" className="icon-button" aria-label={t(['下一张', 'Next'])} onClick={go(1)}>
          <ChevronRight size={20} aria-hidden />
        </button>
      </div>
      <FactsSection
        of={completionAnnex}
        row={photo}
        names={['takenTime', 'location', 'checkResult', 'checkNote', 'uploadBy']}
      />
    </Dialog>
  );
}

/** The photos of a visit by class, with required and present numbers. Missing photos are shown as empty frames. */
export function ReviewPhotos({ classes }: { classes: readonly ReviewPhotoClass[] }): ReactElement {
  const t = useT();
  const [at, open] = useState<number | null>(null);
  const all = classes.flatMap((kind): Placed[] => kind.photos.map((photo) => ({ photo, kind: kind.name })));
  const shown = classes.filter((kind) => kind.photos.length > 0 || kind.min > 0);
  return (
    <section className="look-part">
      <h2>
        {t(['照片', 'Photos'])} <small>{all.length}</small>
      </h2>
      {shown.length === 0 && <p className="quiet">{t(['这类任务不要求照片，也没有拍', 'No photos required'])}</p>}
      <div className="look-classes">
        {shown.map((kind) => (
          <div key={kind.classifyId} className="look-class">
            <h3>
              {kind.name}{' '}
              <small data-short={kind.missing > 0}>
                {kind.min > 0
                  ? t([
                      `需 ${kind.min} 张，有 ${kind.photos.length} 张`,
                      `${kind.min} needed, ${kind.photos.length} there`,
                    ])
                  : t(['另附', 'extra'])}
              </small>
            </h3>
            <ul>
              {kind.photos.map((photo) => (
                <li key={photo.id}>
                  <button
                    type="button"
                    onClick={() => open(all.findIndex((one) => one.photo === photo))}
                    aria-label={t([`放大${kind.name}`, `Enlarge: ${kind.name}`])}
                  >
                    <img src={String(photo.fileUrl)} alt={kind.name} loading="lazy" />
                  </button>
                  <span>
                    <Value of={completionAnnex} row={photo} name="checkResult" />{' '}
                    <time className="quiet">{photo.takenTime ? shortMoment(String(photo.takenTime)) : ''}</time>
                  </span>
                </li>
              ))}
              {Array.from({ length: kind.missing }, (_, place) => (
                <li key={`missing ${place}`} className="look-missing">
                  <ImageOff size={20} aria-hidden />
                  <span>{t(['缺', 'missing'])}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {at !== null && all[at] && <Large all={all} at={at} onGo={open} onClose={() => open(null)} />}
    </section>
  );
}
