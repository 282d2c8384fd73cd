import {
  Accordion,
  Badge,
  Box,
  Button,
  Card,
  chakra,
  Menu,
  Portal,
  Slider,
  Tabs,
  Text,
  useBreakpointValue,
} from '@chakra-ui/react';
import { Heading, Button as KitButton, Section, TextLink } from 'kit/ui';
import { useState } from 'react';

const Note = chakra('p', {
  base: { color: 'fg.muted', rounded: 'md' },
  variants: { tone: { loud: { bg: 'beacon', color: 'ink' } } },
});

export function ChakraPage() {
  const [count, setCount] = useState(0);
  const width = useBreakpointValue({ base: 'narrow', lg: 'wide' }, { fallback: 'base' });
  return (
    <>
      <Section>
        <Heading as="h1">Chakra</Heading>
        <Box data-testid="style-props" px="4" mt="2" bg="red.500" color="white" _hover={{ bg: 'blue.600' }}>
          Style props, {width}
        </Box>
        <Button data-testid="palette" colorPalette="teal" onClick={() => setCount(count + 1)}>
          Pressed {count}
        </Button>
        <Button data-testid="site-palette">In the colours of the site</Button>
        <Badge data-testid="badge" colorPalette="green" variant="solid">
          New
        </Badge>
        <Note data-testid="note" tone="loud">
          With a recipe
        </Note>
        <KitButton data-testid="kit-button">Of the kit</KitButton>
        <Card.Root data-testid="card" maxW="sm">
          <Card.Header>
            <Card.Title>A card</Card.Title>
          </Card.Header>
          <Card.Body>Its text</Card.Body>
        </Card.Root>
        <Tabs.Root defaultValue="one">
          <Tabs.List>
            <Tabs.Trigger value="one">One</Tabs.Trigger>
            <Tabs.Trigger value="two">Two</Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="one">The first tab</Tabs.Content>
          <Tabs.Content value="two">The second tab</Tabs.Content>
        </Tabs.Root>
        <Accordion.Root collapsible>
          <Accordion.Item value="one">
            <Accordion.ItemTrigger>More</Accordion.ItemTrigger>
            <Accordion.ItemContent>
              <Accordion.ItemBody>Hidden words</Accordion.ItemBody>
            </Accordion.ItemContent>
          </Accordion.Item>
        </Accordion.Root>
        <Slider.Root defaultValue={[40]} maxW="sm">
          <Slider.Label>Volume</Slider.Label>
          <Slider.Control>
            <Slider.Track>
              <Slider.Range />
            </Slider.Track>
            <Slider.Thumbs />
          </Slider.Control>
        </Slider.Root>
        <Menu.Root>
          <Menu.Trigger asChild>
            <Button variant="outline">Open the menu</Button>
          </Menu.Trigger>
          <Portal>
            <Menu.Positioner>
              <Menu.Content>
                <Menu.Item value="rename">Rename</Menu.Item>
                <Menu.Item value="remove">Remove</Menu.Item>
              </Menu.Content>
            </Menu.Positioner>
          </Portal>
        </Menu.Root>
        <TextLink to="/files/plain">To the plain page</TextLink>
      </Section>
      <Section tone="ink">
        <Text data-testid="on-ink" color="fg.muted">
          On ink
        </Text>
        <Button data-testid="palette-on-ink">On ink</Button>
      </Section>
    </>
  );
}
