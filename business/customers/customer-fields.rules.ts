import { phone } from '#kernel/fields/phone/phone.ts';
import { place } from '#kernel/fields/place/place.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';

const shown = { list: true, filter: 'like', personal: 'shown' } as const;
const nameOptions = { ...shown, max: 64 } as const;
const copiedName = { ...nameOptions, copied: { from: 'customerId', field: 'customerName' } } as const;

/** Name of the customer, which only the product writes. */
export const customerName = text(['客户姓名', 'Customer name'], { ...nameOptions, auto: true });

/** Name of the chosen customer, copied by the product. */
export const nameOfCustomer = text(['客户姓名', 'Customer name'], { ...copiedName, auto: true });

/**
 * Name of the customer on rows of which there are many, such as planned visits. They are found by their customer: an
 * index of words would cost two thirds of each insert.
 */
export const nameOnLines = text(['客户姓名', 'Customer name'], {
  list: true,
  personal: 'shown',
  max: 64,
  auto: true,
  copied: copiedName.copied,
});

/** Name and phone of the chosen customer, which a person may change for this paper. */
export const contactFields = {
  customerName: text(['客户姓名', 'Customer name'], { ...copiedName, required: true }),
  phone: phone(['联系电话', 'Phone'], {
    required: true,
    list: true,
    filter: 'like',
    copied: { from: 'customerId', field: 'phone' },
  }),
};

/** Premises, initially those of the chosen customer. */
export const premisesOfCustomer = ref('premises', ['楼盘', 'Premises'], {
  list: true,
  filter: 'exact',
  copied: { from: 'customerId', field: 'premisesId' },
});

/** Coordinates, initially those of the chosen customer. */
export const placeOfCustomer = place(['坐标', 'Coordinates'], { copied: { from: 'customerId', field: 'location' } });

/** Options of a field for the address of the service. */
export const serviceAddress = { ...shown, estate: 'premisesId', required: true, max: 300 } as const;
