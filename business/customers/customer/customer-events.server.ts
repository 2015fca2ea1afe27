/** Event of a customer whose name, phone, premises or team changed. Its data has the id of the customer. */
export const CUSTOMER_CHANGED = 'customer.changed';
