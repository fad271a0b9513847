import type { HTMLAttributes, ReactNode } from 'react';
import { clsx } from 'clsx';
import styles from './Card.module.css';

export interface CardProps extends HTMLAttributes<HTMLElement> {
  /** none: for lists and charts that reach the edges. */
  readonly padding?: 'none' | 'md' | 'lg' | undefined;
  readonly tone?: 'plain' | 'sunken' | undefined;
  readonly as?: 'div' | 'section' | 'article' | undefined;
  readonly children: ReactNode;
}

export function Card({ padding = 'md', tone = 'plain', as: Element = 'div', className, ...rest }: CardProps) {
  return <Element {...rest} className={clsx(styles.card, styles[`padding-${padding}`], styles[tone], className)} />;
}
