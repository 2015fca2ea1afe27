import { isId } from '#kernel/fields/ref/ref.ts';
import type { Context } from '#kernel/server';
import { customer } from '#business/customers/customer/customer.paper.ts';
import type { Form } from './intake.server.ts';

/**
 * Return the department of a form that an alarm or the product creates: the parameter `as.intake.deptId`, else the
 * customer's, whose staff can then see it. Empty for forms by people.
 */
export async function intakeDepartment(
  context: Context,
  { source, customerId }: Partial<Form>,
): Promise<{ readonly createDept?: string }> {
  if (source !== 'iot' && context.person.departments.length > 0) return {};
  const chosen = await context.parameter('as.intake.deptId');
  if (isId(chosen)) return { createDept: chosen };
  const [of] = customerId ? await context.find(customer, { id: customerId }, { first: 1 }) : [];
  return of?.createDept ? { createDept: of.createDept } : {};
}
