import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { isSameShot } from '#kernel/web/pickers/camera/judge-photo.ts';
import { takePhoto, whereNow } from '#kernel/web/pickers/camera/take-photo.ts';
import { deleteOffline, putOffline, listOffline } from '#kernel/web/http/offline/database.ts';
import { momentNow } from '#kernel/web/i18n/company-time.ts';
import { type QueuedStep, dropQueued, ownerNow, queueStep, useOutbox } from '#kernel/web/http/offline/outbox.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { words } from '#kernel/web/i18n/words.ts';
import type { AnnexType } from '#business/completion/at-door/whole-completion.calls.ts';
import type { Visit } from '#business/completion/at-door/own-day.calls.ts';
import { stepFactsOf } from '../do-step.view.tsx';
import { DAY_VISITS, useStoredDay } from '../use-day.view.tsx';
import { type PhotoVerdict, spoils, verdictsOf } from './photo-verdict.rules.ts';

/** A photo on this phone. Its full picture is stored with its unsent step. */
export interface TakenPhoto {
  readonly id: string;
  readonly visitId: string;
  readonly classifyId: string;
  readonly name: string;
  readonly thumb: Blob;
  /** The picture of a photo that waits for the technician's decision; undefined once it is queued. */
  readonly blob?: Blob;
  readonly hash: string;
  readonly signs: string;
  readonly verdicts: readonly PhotoVerdict[];
  readonly taken: string;
  readonly location: string | null;
  readonly at: string;
  readonly seq: number | null;
}

const usePhotoStore = create<{ photos: readonly TakenPhoto[]; owner: string }>(() => ({ photos: [], owner: '' }));
const REMEMBERED_DAYS = 60;
const DAY_MS = 86_400_000;

const placeOf = (photo: Pick<TakenPhoto, 'id'>): string => `photo/${usePhotoStore.getState().owner}/${photo.id}`;

async function load(): Promise<void> {
  const owner = ownerNow();
  const photos = (await listOffline<TakenPhoto>(`photo/${owner}/`)).toSorted((one, other) =>
    one.at.localeCompare(other.at),
  );
  usePhotoStore.setState({ photos, owner });
  for (const old of photos)
    if (Date.now() - Date.parse(old.at.replace(' ', 'T')) > REMEMBERED_DAYS * DAY_MS) await remove(old);
}

async function store(photo: TakenPhoto): Promise<void> {
  await putOffline(placeOf(photo), photo);
  usePhotoStore.setState(({ photos }) => ({
    photos: [...photos.filter((one) => one.id !== photo.id), photo].toSorted((one, other) =>
      one.at.localeCompare(other.at),
    ),
  }));
}

async function remove(photo: TakenPhoto): Promise<void> {
  await deleteOffline(placeOf(photo));
  usePhotoStore.setState(({ photos }) => ({ photos: photos.filter((one) => one.id !== photo.id) }));
}

/**
 * Is the same picture in use on this phone, or one of the same shot at another visit? Photos that are not queued do not
 * count.
 */
function isKnown(hash: string, signs: string, visitId: string): boolean {
  return usePhotoStore
    .getState()
    .photos.some(
      (one) =>
        one.seq !== null &&
        ((hash !== '' && one.hash === hash) || (one.visitId !== visitId && isSameShot(one.signs, signs))),
    );
}

async function send(photo: TakenPhoto, visit: Visit): Promise<void> {
  const step = await queueStep({
    matter: visit.id,
    loose: true,
    name: 'photo',
    path: `${DAY_VISITS}/addImg`,
    body: {
      id: visit.id,
      classifyId: photo.classifyId,
      files: [{ fileUrl: '@file:0', takenTime: photo.taken, location: photo.location }],
    },
    files: [{ name: `${photo.id}.jpg`, blob: photo.blob }],
    facts: { ...stepFactsOf(visit), photo: photo.name, bytes: photo.blob?.size ?? 0 },
  });
  await store({ ...photo, blob: undefined, seq: step.seq });
}

/** Shrink a photo and judge it. A good one is queued; any other waits for the technician's decision. */
async function take(file: File, kind: AnnexType, visit: Visit, most: number): Promise<void> {
  const [photo, here] = await Promise.all([takePhoto(file), whereNow()]);
  const now = momentNow();
  const location = photo.place ?? here;
  const verdicts = verdictsOf(
    {
      dark: photo.dark,
      blurred: photo.blurred,
      alike: isKnown(photo.hash, photo.signs, visit.id),
      taken: photo.taken,
      location,
    },
    visit,
    now,
    most,
  );
  const fresh: TakenPhoto = {
    id: `${now.replaceAll(/\D/g, '')}-${Math.random().toString(36).slice(2, 8)}`,
    visitId: visit.id,
    classifyId: kind.classifyId,
    name: kind.name,
    thumb: photo.thumb,
    blob: photo.blob,
    hash: photo.hash,
    signs: photo.signs,
    verdicts,
    taken: photo.taken ?? now,
    location,
    at: now,
    seq: null,
  };
  // A new photo replaces the ones of its class that were judged bad.
  for (const bad of usePhotoStore.getState().photos)
    if (bad.visitId === visit.id && bad.classifyId === kind.classifyId && bad.seq === null) await remove(bad);
  if (verdicts.some(spoils)) await store(fresh);
  else await send(fresh, visit);
}

export interface PhotosOf {
  readonly photos: readonly (TakenPhoto & { readonly step: QueuedStep | undefined })[];
  readonly busy: boolean;
  readonly add: (files: readonly File[], kinds: readonly AnnexType[]) => void;
  readonly insist: (photo: TakenPhoto) => void;
  readonly drop: (photo: TakenPhoto) => void;
}

/** Return the photos of a visit on this phone, and their actions. */
export function usePhotos(visit: Visit): PhotosOf {
  const all = usePhotoStore((state) => state.photos);
  const steps = useOutbox((state) => state.steps);
  const most = useStoredDay((state) => state.stored?.own.arriveMetres ?? 500);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (usePhotoStore.getState().owner !== ownerNow()) void load();
  }, []);
  const add = (files: readonly File[], kinds: readonly AnnexType[]): void => {
    setBusy(true);
    const work = async (): Promise<void> => {
      for (const [at, file] of files.entries()) await take(file, kinds[Math.min(at, kinds.length - 1)], visit, most);
    };
    void work()
      .catch(() => toast.bad(words(['这个文件不是照片，或者已损坏', 'This file is no photo, or it is broken'])))
      .finally(() => setBusy(false));
  };
  const drop = (photo: TakenPhoto & { step?: QueuedStep }): void =>
    void (photo.step && photo.step.state !== 'sent' ? dropQueued(photo.step) : Promise.resolve()).then(() =>
      remove(photo),
    );
  const photos = all
    .filter((one) => one.visitId === visit.id)
    .map((one) => ({ ...one, step: steps.find((step) => step.seq === one.seq) }));
  return { photos, busy, add, drop, insist: (photo) => void send(photo, visit) };
}
