export { seedPrices } from './seed/prices.seed.ts';
export { seedWages } from './seed/wages.seed.ts';
