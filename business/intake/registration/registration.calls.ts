import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { structured } from '#kernel/fields/structured/structured.ts';
import { call, draft, rows, wholeBody } from '#kernel/language/calls/call.ts';
import { anyText, rowChange, list, nullable, of, optional, page } from '#kernel/language/calls/shape.ts';
import { equipment } from '#business/customers/equipment/equipment.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { namedSchemes } from './followers/named-schemes.rules.ts';
import { registrationEquipment } from './registration-equipment.paper.ts';
import { registration } from './registration.paper.ts';

/** Creates an order with its machines. With `dispatch`, the fields of a dispatch form, it is dispatched at once. */
export const addRegistration = call(registration, 'addRegistrationForm', {
  method: 'POST',
  needs: 'submit',
  title: ['新建登记单（含设备，可同时派工）', 'New work order with its equipment, dispatched at once if wanted'],
  body: {
    header: draft(registration),
    form: wholeBody(registration),
    equipment: rows(registrationEquipment),
    dispatch: structured(['派工', 'Dispatch'], { shape: rowChange({ name: 'dispatchForm' }) }),
    schemes: namedSchemes,
  },
  answer: of(registration, null, {
    dispatchId: optional(anyText),
    dispNo: optional(anyText),
    visitId: optional(nullable(anyText)),
  }),
});

export const registeredEquipment = call(registration, 'equipmentList', {
  method: 'GET',
  needs: 'view',
  title: ['登记设备', 'Equipment of a work order'],
  query: { registrationFormId: id(['登记单', 'Work order'], { required: true }) },
  answer: list(of(registrationEquipment)),
});

export const customerDevices = call(registration, 'deviceList', {
  method: 'GET',
  needs: 'view',
  title: ['客户设备', 'Devices of a customer'],
  query: { customerId: id(['客户', 'Customer'], { required: true }), current: pageNumber(), size: pageSize(10, 1000) },
  answer: page(of(equipment)),
});

export const nextRegistrations = call(registration, 'selectByTop', {
  method: 'GET',
  needs: 'view',
  title: ['未完结登记单（按承诺时间）', 'Open work orders by promised time'],
  query: { size: pageSize(10, 50) },
  answer: list(of(registration)),
});

export const registrationsOfFile = call(serviceFile, 'registerRecord', {
  method: 'GET',
  needs: 'view',
  title: ['档案的登记单', 'Work orders of a service file'],
  query: { id: id(['服务档案', 'Service file'], { required: true }) },
  answer: list(of(registration)),
});
