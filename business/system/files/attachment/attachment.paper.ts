import { integer } from '#kernel/fields/integer/integer.ts';
import { text } from '#kernel/fields/text/text.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { flag } from '#kernel/fields/flag/flag.ts';
import { file } from '#kernel/fields/file/file.ts';
import { paper } from '#kernel/language/paper.ts';
import { administratorRights } from '../../rights.rules.ts';

/** An uploaded file. Read rights follow from the paper that carries it. */
export const attachment = paper('attachment', {
  title: ['附件', 'Attachment'],
  table: 'blade_attach',
  path: 'blade-resource/attach',
  rights: administratorRights,
  wholeRows: true,
  comesAlong: true,
  caption: 'originalName',
  search: ['originalName', 'name'],
  fields: {
    originalName: text(['附件原名', 'Name'], { required: true, list: true, filter: 'like', max: 255, width: 240 }),
    name: text(['附件名称', 'Stored as'], { list: true, max: 255, width: 220 }),
    link: file(['附件地址', 'Link'], { computed: true, list: true }),
    domain: text(['附件域名', 'Domain'], { max: 255 }),
    extension: text(['扩展名', 'Extension'], { list: true, filter: 'exact', max: 16 }),
    contentType: text(['内容类型', 'Content type'], { auto: true, list: true, max: 100 }),
    attachSize: integer(['大小（KB）', 'Size (KB)'], { auto: true, list: true }),
    hash: text(['校验和', 'Checksum'], { auto: true, max: 64 }),
    md5: text(['MD5', 'MD5'], { auto: true, max: 32 }),
    width: integer(['宽', 'Width'], { auto: true }),
    height: integer(['高', 'Height'], { auto: true }),
    paperName: text(['所属单据', 'Document'], { auto: true, max: 64 }),
    rowId: id(['所属数据', 'Row'], { wire: true, auto: true }),
    bound: flag(['已使用', 'In use'], { auto: true }),
  },
  menu: { group: 'system', icon: 'paperclip', path: '/resource/attach', sort: 120 },
});
