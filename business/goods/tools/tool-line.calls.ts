import { file } from '#kernel/fields/file/file.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { call, choiceOf } from '#kernel/language/calls/call.ts';
import { anyNumber, record } from '#kernel/language/calls/shape.ts';
import { toolLine } from './tool-line.paper.ts';

/** Adds a photo of a tool at its hand-out or return. Photos are added only: none is replaced or removed. */
export const addToolPhoto = call(toolLine, 'photo', {
  method: 'POST',
  needs: 'edit',
  title: ['工具发放、归还照片', 'Photo of a tool at hand-out or return'],
  body: {
    id: id(['明细', 'Line'], { required: true }),
    when: choiceOf(['时机', 'When'], ['out', 'return'], { required: true }),
    file: file(['照片', 'Photo'], { required: true, takes: 'image' }),
  },
  answer: record({ photos: anyNumber }),
});
