import { createMemoryStorage } from '@tessera/shared/testing';
import { productOf, rememberProduct } from './contractProduct';

const both = ['seconds', 'leverage'] as const;

it('the address comes before what was chosen last', () => {
  const storage = createMemoryStorage();
  rememberProduct(storage, 'leverage');
  expect(productOf(null, storage, both)).toBe('leverage');
  expect(productOf('seconds', storage, both)).toBe('seconds');
});
it('a product that is not open is not shown, whoever asks for it', () => {
  const storage = createMemoryStorage();
  rememberProduct(storage, 'leverage');
  expect(productOf('leverage', storage, ['seconds'])).toBe('seconds');
  expect(productOf('spot', createMemoryStorage(), both)).toBe('seconds');
});
