import { colour } from '#kernel/fields/colour/colour.ts';
import { dict } from '#kernel/fields/dict/dict.ts';
import { file } from '#kernel/fields/file/file.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { text } from '#kernel/fields/text/text.ts';
import { webAddress } from '#kernel/fields/web-address/web-address.ts';
import { paper } from '#kernel/language/paper.ts';
import { jumpType, startupPlace } from '../dictionaries.ts';
import { platformRights } from '../rights.rules.ts';

/** The picture an app shows while it starts. */
export const startupDiagram = paper('startupDiagram', {
  title: ['启动图', 'Splash screen'],
  table: 'blade_startup_diagram',
  path: 'blade-system/startupDiagramManage',
  calls: { list: ['pageList', 'list'] },
  rights: platformRights,
  sight: 'shared',
  canBeDisabled: true,
  caption: 'title',
  search: ['title'],
  order: { by: 'sort' },
  fields: {
    title: text(['标题', 'Title'], { required: true, list: true, filter: 'like', max: 100 }),
    place: dict(startupPlace, ['展示位置', 'Shown in'], {
      required: true,
      list: true,
      filter: 'exact',
      initial: 'app',
    }),
    imageUrl: file(['启动图', 'Picture'], { takes: 'image', list: true }),
    background: colour(['底色', 'Background'], { list: true, initial: '#ffffff' }),
    jumpType: dict(jumpType, ['跳转类型', 'Link type'], { required: true, list: true, initial: 'none' }),
    jumpUrl: webAddress(['跳转地址', 'Leads to'], { list: true, wide: true }),
    appSubjectId: id(['APP 主体', 'App subject'], { wire: true }),
    showSeconds: integer(['展示秒数', 'Seconds'], { list: true, initial: 3, min: '1', max: 10 }),
    sort: integer(['排序', 'Order'], { list: true, initial: 1, max: 1_000_000 }),
    startTime: moment(['开始时间', 'From'], { list: true, filter: 'range' }),
    endTime: moment(['结束时间', 'Until'], { list: true }),
  },
  card: ['title', 'place', 'imageUrl', 'startTime'],
  menu: { group: 'basics', icon: 'panel-top', path: '/system/startupDiagramManage', sort: 20 },
});
