/**
 * The development page that shows every part in every state. Themes are switched on the page itself; the figures are
 * fixed, so that two screenshots differ only where the parts do.
 */
import { BrandMark, Bell, IconButton, Page, PageHeader, Row, Stack } from '../index';
import { Books } from './sections/Books';
import { Buttons } from './sections/Buttons';
import { Choices } from './sections/Choices';
import { Colors } from './sections/Colors';
import { Fields } from './sections/Fields';
import { Figures } from './sections/Figures';
import { Foreign } from './sections/Foreign';
import { Lists } from './sections/Lists';
import { Notices } from './sections/Notices';
import { Receipt } from './sections/Receipt';
import { States } from './sections/States';
import { Switches } from './sections/Switches';
import { words } from './samples';

export function Gallery() {
  return (
    <Page header={<PageHeader title={words.title} actions={<IconButton label={words.bell} icon={Bell} badge={3} />} />}>
      <Stack gap={6}>
        <Row align="between">
          <BrandMark size={36} hasName />
          <BrandMark size={24} />
        </Row>
        <Switches />
        <Buttons />
        <Fields />
        <Choices />
        <Figures />
        <Lists />
        <Books />
        <Receipt />
        <Notices />
        <States />
        <Foreign />
        <Colors />
      </Stack>
    </Page>
  );
}
