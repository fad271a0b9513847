import { Section } from './Section';
import { colors, words } from '../samples';
import styles from '../Gallery.module.css';

export function Colors() {
  return (
    <Section title={words.tokens}>
      <div className={styles.swatches}>
        {colors.map((color) => (
          <div key={color} className={styles.swatch}>
            <span style={{ background: `var(--color-${color})` }} />
            {color}
          </div>
        ))}
      </div>
    </Section>
  );
}
