import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { place } from '#kernel/fields/place/place.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, lines } from '#kernel/language/calls/call.ts';
import { either, list, of } from '#kernel/language/calls/shape.ts';
import { visitFile } from '#business/dispatch/visit/files/visit-file.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import { annexMedia } from '#business/intake/dictionaries.ts';
import { completionAnnex } from './completion-annex.paper.ts';

/** Inputs of an uploaded file; a photo also has the place and time where it was taken. */
const taken = {
  fileUrl: file(['文件', 'File']),
  takenTime: moment(['拍摄时间', 'Taken at']),
  location: place(['拍摄位置', 'Position']),
};
const photos = {
  id: id(['任务', 'Visit'], { required: true }),
  classifyId: id(['附件分类', 'Attachment type']),
  ...taken,
  reuse: flag(['用过的照片', 'A photo that was used before']),
};

/** Adds a photo of a class, or several in `files`. */
export const addPhotos = call(visit, 'addImg', {
  method: 'POST',
  needs: 'arrive',
  title: ['上传分类照片', 'Add photos of a class'],
  body: { ...photos, files: lines(['照片', 'Photos'], taken, { plain: 'fileUrl' }) },
  answer: list(of(completionAnnex)),
});

const named = { fileName: text(['文件名', 'Name']), remark: text(['说明', 'Note'], { max: 255 }) };

/** Adds a document, or several in `files`. With a class they are stored as photos of that class. */
export const addDocuments = call(visit, 'addAnnex', {
  method: 'POST',
  needs: 'arrive',
  title: ['上传任务文件', 'Add documents'],
  body: {
    ...photos,
    ...named,
    mediaType: dict(annexMedia, ['类型', 'Media'], { initial: 'file' }),
    files: lines(['文件', 'Files'], { ...taken, ...named }, { plain: 'fileUrl' }),
  },
  answer: either(list(of(completionAnnex)), list(of(visitFile))),
});
