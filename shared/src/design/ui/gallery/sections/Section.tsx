import { type ReactNode } from 'react';
import { Card, SectionHeading, Stack } from '../../index';

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <SectionHeading>{title}</SectionHeading>
      <Card>
        <Stack>{children}</Stack>
      </Card>
    </section>
  );
}
