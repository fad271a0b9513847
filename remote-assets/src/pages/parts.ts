/** The three kinds of products of these pages, each in chunks of its own: who looks at one fetches nothing of the others. */
import type { ComponentType } from 'react';

export const products = ['treasure', 'projects', 'loans'] as const;
export type Product = (typeof products)[number];

export const productOf = (named: string | null): Product => products.find((one) => one === named) ?? 'treasure';

type Load = () => Promise<ComponentType>;

/** What is offered. */
export const offers: Readonly<Record<Product, Load>> = {
  treasure: async () =>
    (await import(/* webpackChunkName: "treasure.offers" */ '../features/treasure/TreasureHome')).TreasureHome,
  projects: async () => (await import(/* webpackChunkName: "projects.offers" */ '../features/projects/ProjectList')).ProjectList,
  loans: async () => (await import(/* webpackChunkName: "loans.offers" */ '../features/loans/LoansHome')).LoansHome,
};

/** One of them, with what is needed to take it. */
export const details: Readonly<Record<'treasure' | 'projects', Load>> = {
  treasure: async () => (await import(/* webpackChunkName: "treasure.detail" */ '../features/treasure/ProductView')).ProductView,
  projects: async () => (await import(/* webpackChunkName: "projects.detail" */ '../features/projects/ProjectView')).ProjectView,
};

/** The person's own. */
export const orders: Readonly<Record<Product, Load>> = {
  treasure: async () =>
    (await import(/* webpackChunkName: "treasure.orders" */ '../features/treasure/TreasureOrders')).TreasureOrders,
  projects: async () =>
    (await import(/* webpackChunkName: "projects.orders" */ '../features/projects/ProjectOrders')).ProjectOrders,
  loans: async () => (await import(/* webpackChunkName: "loans.orders" */ '../features/loans/LoanOrders')).LoanOrders,
};
