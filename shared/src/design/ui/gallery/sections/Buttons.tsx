import { ArrowDownLeft, ArrowUpRight, Button, IconButton, Row, Star } from '../../index';
import { Section } from './Section';
import { words } from '../samples';
import styles from '../Gallery.module.css';

export function Buttons() {
  return (
    <Section title={words.buttons}>
      <Row isEven gap={3}>
        <Button variant="long" size="lg" icon={ArrowUpRight} detail={words.get}>
          {words.long}
        </Button>
        <Button variant="short" size="lg" icon={ArrowDownLeft} detail={words.get}>
          {words.short}
        </Button>
      </Row>
      <Button isBlock size="lg">
        {words.primary}
      </Button>
      <Row isEven gap={3}>
        <Button variant="secondary">{words.secondary}</Button>
        <Button variant="danger">{words.danger}</Button>
      </Row>
      <Row isEven gap={3}>
        <Button isBusy>{words.busy}</Button>
        <Button variant="secondary" isBusy>
          {words.busy}
        </Button>
      </Row>
      <Button isBlock disabled>
        {words.disabled}
      </Button>
      <Row align="between" className={styles.wrap}>
        <Button variant="quiet">{words.quiet}</Button>
        <Row>
          <Button size="sm">{words.small}</Button>
          <Button size="sm" variant="secondary">
            {words.small}
          </Button>
          <IconButton label={words.star} icon={Star} isPressed />
        </Row>
      </Row>
    </Section>
  );
}
