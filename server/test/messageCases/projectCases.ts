/** What is answered to who takes part in a project. */
import { aProject, approve, aSaver, join, joining, operated } from '../aProject';
import type { MessageCase } from './MessageCase';

export const projectCases: readonly MessageCase[] = [
  {
    situation: 'a participation',
    code: 'ok',
    act: async (exchange) => join(await aSaver(exchange), await aProject(exchange), '100'),
  },
  {
    situation: 'a project that does not exist',
    code: 'TREASURE_PRODUCT_NOT_FOUND',
    act: async (exchange) => join(await aSaver(exchange), { id: '999999999', termsSeq: 1 }, '100'),
  },
  {
    situation: 'a project that was cancelled',
    code: 'TREASURE_PRODUCT_ENDED',
    async act(exchange) {
      const project = await aProject(exchange);
      await approve(exchange, await operated(exchange, 'projectsCancel', { id: project.id, reason: 'too few' }));
      return join(await aSaver(exchange), project, '100');
    },
  },
  {
    situation: 'a project that takes no participants any more',
    code: 'TREASURE_PRODUCT_STATUS_WRONG',
    async act(exchange) {
      const project = await aProject(exchange, { closesAtMs: exchange.clock.now() + 1000 });
      exchange.clock.advance(1000);
      return join(await aSaver(exchange), project, '100');
    },
  },
  {
    situation: 'terms that are not those that were shown',
    code: 'TREASURE_PRODUCT_STATUS_WRONG',
    async act(exchange) {
      const project = await aProject(exchange);
      return join(await aSaver(exchange), { ...project, termsSeq: project.termsSeq - 1 }, '100');
    },
  },
  {
    situation: 'the maximum number of participants is reached',
    code: 'TREASURE_FULL',
    async act(exchange) {
      const project = await aProject(exchange, { maxParticipants: 1 });
      await join(await aSaver(exchange), project, '100');
      return join(await aSaver(exchange), project, '100');
    },
  },
  {
    situation: 'a second participation',
    code: 'TREASURE_JOINED',
    async act(exchange) {
      const [project, person] = [await aProject(exchange), await aSaver(exchange)];
      await join(person, project, '100');
      return join(person, project, '100');
    },
  },
  {
    situation: 'less than the project takes',
    code: 'TREASURE_AMOUNT_BELOW_MIN',
    params: { min: '10', asset: 'USDT' },
    act: async (exchange) => join(await aSaver(exchange), await aProject(exchange), '9.99'),
  },
  {
    situation: 'more than the project takes of one',
    code: 'TREASURE_AMOUNT_ABOVE_MAX',
    params: { max: '1000', asset: 'USDT' },
    act: async (exchange) => join(await aSaver(exchange, { coin: '5000' }), await aProject(exchange), '1000.01'),
  },
  {
    situation: 'finer than the asset is counted',
    code: 'TREASURE_AMOUNT_WRONG',
    act: async (exchange) => join(await aSaver(exchange), await aProject(exchange), '100.000000000000000001'),
  },
  {
    situation: 'more than the account holds',
    code: 'WALLET_BALANCE_INSUFFICIENT',
    params: { available: '50', asset: 'USDT' },
    act: async (exchange) => join(await aSaver(exchange, { coin: '50' }), await aProject(exchange), '100'),
  },
  {
    situation: 'practice money for a project',
    code: 'WALLET_DEMO_FORBIDDEN',
    act: async (exchange) => (await exchange.aPerson()).ask('projectOrder', joining(await aProject(exchange), '100')),
  },
];
