import type { ExtrasOf, SentRow } from '#kernel/language/calls/call.ts';
import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { refuse } from '../refusals.ts';
import type { Form } from './intake.server.ts';
import type { repairForm } from './repair-form.paper.ts';

async function newCustomer(context: Context, form: Partial<Form>, input: SentRow<typeof customer>): Promise<string> {
  if (!context.may('ascustomer_add')) throw refuse.notAllowed();
  const { customerName, phone, address, premisesId, location, customerServiceTeam } = form;
  return (
    await context.submit(customer, {
      customerName,
      phone,
      addressDetail: address,
      premisesId,
      location,
      customerServiceTeam,
      ...input,
    })
  ).id;
}

async function newFile(
  context: Context,
  form: Partial<Form>,
  customerId: string,
  input: SentRow<typeof serviceFile>,
): Promise<string> {
  if (!context.may('registermain_add')) throw refuse.notAllowed();
  const { address, premisesId } = form;
  return (await context.submit(serviceFile, { address, premisesId, ...input, customerId })).id;
}

/** Create the customer and service file of an unknown caller, in the transaction of the form. */
export async function newCaller(
  context: Context,
  form: Partial<Form>,
  extra: ExtrasOf<typeof repairForm> | null,
): Promise<Partial<Form>> {
  const asCustomer = form.customerId ? null : extra?.newCustomer;
  const customerId = asCustomer ? await newCustomer(context, form, asCustomer) : (form.customerId ?? null);
  const asFile = form.registerMainId || !customerId ? null : extra?.newFile;
  const registerMainId = asFile ? await newFile(context, form, customerId!, asFile) : (form.registerMainId ?? null);
  return { customerId, registerMainId };
}
