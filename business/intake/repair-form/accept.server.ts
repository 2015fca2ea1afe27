import { must } from '#kernel/language/must.ts';
import type { Draft, Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { registration } from '../registration/registration.paper.ts';
import { reworkOf } from '../rework.server.ts';
import type { Form } from './intake.server.ts';

/** Return the id of the form's service file: the named one, the one of this customer and address, or a new one. */
async function fileOf(context: Context, form: Form): Promise<string> {
  if (form.registerMainId) return form.registerMainId;
  await context.lock(`file ${form.customerId} ${form.address}`);
  const [known] = await context.find(serviceFile, { customerId: form.customerId, address: form.address }, { first: 1 });
  if (known) return known.id;
  return (
    await context.create(serviceFile, {
      customerId: must(form.customerId, 'customerId'),
      address: form.address,
      premisesId: form.premisesId,
    })
  ).id;
}

/** Return the data that a registration copies from its repair form, and follows until a technician is on the way. */
export const taken = (form: Form): Partial<Row<typeof registration>> => ({
  phone: form.phone,
  address: form.address,
  content: form.description,
  expectDate: form.expectDate,
  expectSlot: form.expectSlot,
  wishFirm: form.wishFirm,
  remark: form.remark,
});

/**
 * Create the registration of an accepted form, with the form's data and machine. Attachments stay with the form and are
 * shown on both papers.
 */
export async function acceptForm(context: Context, form: Form): Promise<Partial<Form>> {
  const registerMainId = await fileOf(context, form);
  const rework = await reworkOf(context, form.equipmentId, form.faultCategory);
  const machine =
    form.equipmentId || form.equipmentName
      ? [
          {
            equipmentId: form.equipmentId,
            equipmentName: form.equipmentName,
            faultNote: [...form.description].slice(0, 255).join(''),
          },
        ]
      : [];
  const order = await context.create(registration, {
    ...taken(form),
    registerMainId,
    customerId: form.customerId,
    customerName: form.customerName,
    premisesId: form.premisesId,
    location: form.location,
    customerServiceTeam: form.customerServiceTeam,
    source: form.source,
    receiptsType: form.receiptsType,
    repairType: form.repairType,
    urgency: form.urgency,
    faultCategory: form.faultCategory,
    troubleCode: form.troubleCode,
    repairFormId: form.id,
    urgeCount: form.urgeCount,
    weibao: form.weibao ?? 'paid',
    weibaoReason: form.weibaoReason,
    coverFees: form.coverFees,
    isRework: Boolean(rework),
    sourceRegistrationId: rework?.id ?? null,
    equipment: machine,
    // A form that a device or the product created passes its department on to the order.
    ...((form.source === 'iot' || context.person.departments.length === 0) && { createDept: form.createDept }),
  } as Draft<typeof registration> & Row<typeof registration>);
  return { registrationFormId: order.id, registerMainId, acceptUser: context.person.id, acceptTime: context.now() };
}
