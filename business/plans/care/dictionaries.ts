import { dictionary } from '#kernel/language/dictionary.ts';

export const careType = dictionary('care_type', ['关怀类型', 'Kind of care'], {
  season: ['换季', 'Season'],
  festival: ['节日', 'Festival'],
  birthday: ['纪念日', 'Anniversary'],
  tips: ['使用提示', 'Tips'],
  recall: ['召回', 'Recall'],
  activity: ['活动', 'Campaign'],
});
