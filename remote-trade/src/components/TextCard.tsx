import { Card, SectionHeading } from '@tessera/shared/ui';
import styles from './TextCard.module.css';

export function TextCard({ heading, text }: { readonly heading: string; readonly text: string }) {
  return (
    <section>
      <SectionHeading>{heading}</SectionHeading>
      <Card>
        <p className={styles.text}>{text}</p>
      </Card>
    </section>
  );
}
