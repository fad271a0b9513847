import { Banner, Button, Notice } from '../../index';
import { Section } from './Section';
import { words } from '../samples';

export function Notices() {
  return (
    <Section title={words.notices}>
      <Banner tone="warning">{words.banner}</Banner>
      <Banner tone="success">{words.bannerLive}</Banner>
      <Notice title={words.infoTitle}>{words.info}</Notice>
      <Notice tone="warning">{words.warning}</Notice>
      <Notice
        tone="danger"
        action={
          <Button size="sm" variant="secondary">
            {words.small}
          </Button>
        }
      >
        {words.dangerText}
      </Notice>
      <Notice tone="success">{words.success}</Notice>
      <Notice tone="demo">{words.demoText}</Notice>
    </Section>
  );
}
