import { dict } from '#kernel/fields/dict/dict.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { person } from '#kernel/fields/person/person.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { inconformReason } from '../dictionaries.ts';
import { ownPieces } from '../own-rows.rules.ts';
import { pieceRights } from '../rights.rules.ts';

/** A reason for a second look at a piece, and its answer. */
export const pieceFlag = paper('pieceFlag', {
  title: ['计件不符合项', 'Non-conformity'],
  plural: 'Non-conformities',
  table: 'aspieceworkflag',
  path: 'blade-maintenance/webApi/aspieceworkflag',
  rights: { read: pieceRights.read },
  team: { through: 'pieceId', paper: 'piece' },
  mine: ownPieces('pieceId'),
  caption: 'inconformFlag',
  hint: ['detail'],
  readOnly: true,
  fields: {
    pieceId: ref('piece', ['计件单', 'Piecework record'], { auto: true, filter: 'exact' }),
    inconformFlag: dict(inconformReason, ['不符合原因', 'Non-conformity'], { auto: true, list: true, filter: 'exact' }),
    detail: text(['明细', 'Detail'], { auto: true, list: true, max: 500, wide: true, isProductText: true }),
    answer: text(['说明', 'Answer'], {
      needed: true,
      auto: true,
      list: true,
      max: 500,
      wide: true,
      isProductText: true,
    }),
    answerUser: person(['说明人', 'Answered by'], { auto: true, list: true, filter: 'exact' }),
    answerTime: moment(['说明时间', 'Answered at'], { auto: true, list: true, filter: 'range' }),
  },
  under: 'pieceLine',
});
