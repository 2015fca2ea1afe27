import { flag } from '#kernel/fields/flag/flag.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, list, of, record } from '#kernel/language/calls/shape.ts';
import { homeRoom } from './home-room.paper.ts';
import { roomAddress } from './room-address.paper.ts';

export const addressChoices = call(roomAddress, 'selectList', {
  method: 'GET',
  needs: 'view',
  title: ['可选地址', 'Addresses to choose from'],
  query: {
    keyword: text(['关键字', 'Keyword'], { max: 100 }),
    areaCode: text(['行政区划', 'Region'], { max: 12 }),
  },
  answer: list(record({ id: anyText, fullAddress: anyText })),
});

export const switchAddress = call(roomAddress, 'whetherDisable', {
  method: 'POST',
  needs: 'edit',
  title: ['启用或停用地址', 'Enable or disable an address'],
  body: {
    id: id(roomAddress.title, { required: true }),
    enabled: flag(['启用', 'Enabled'], { required: true }),
    force: flag(['有人住也停用', 'Although somebody lives there']),
  },
  answer: of(roomAddress, ['id', 'enabled']),
});

export const roomChoices = call(homeRoom, 'selectList', {
  method: 'GET',
  needs: 'view',
  title: ['可选房间', 'Rooms to choose from'],
  query: { roomAddressId: id(roomAddress.title, { required: true }) },
  answer: list(record({ id: anyText, name: anyText, roomType: anyText })),
});
