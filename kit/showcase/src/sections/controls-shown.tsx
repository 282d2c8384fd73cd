import { arrowRightIcon, phoneIcon } from 'kit/icons';
import type { Tone } from 'kit/theme';
import { Button, ButtonLink, HStack, Icon, Section, Spinner, Stack, TextLink } from 'kit/ui';

const tones = ['paper', 'fog', 'ink'] as const satisfies readonly Tone[];

export function ControlsShown() {
  return tones.map((tone) => (
    <Section key={tone} id={`controls-${tone}`} tone={tone} title={`Controls on ${tone}`} space="sm">
      <Stack gap="6" alignItems="start">
        <HStack gap="4" flexWrap="wrap">
          <Button size="lg">Large</Button>
          <Button>Solid</Button>
          <Button variant="outline">Outline</Button>
          <Button variant="quiet">Quiet</Button>
          <Button size="sm">Small</Button>
          <Button disabled>Disabled</Button>
          <Button disabled variant="outline">
            Submitting...
          </Button>
        </HStack>
        <HStack gap="4" flexWrap="wrap">
          <ButtonLink href="tel:+18015550142" variant="outline">
            <Icon shape={phoneIcon} size={20} />
            (801) 555-0142
          </ButtonLink>
          <ButtonLink to="/leads">
            Browse packs
            <Icon shape={arrowRightIcon} size={20} />
          </ButtonLink>
          <TextLink to="/hvac" variant="onward">
            Learn More
          </TextLink>
          <TextLink href="https://calendar.example" newTab>
            Opens elsewhere
          </TextLink>
          <TextLink to="/faq" variant="plain">
            Plain
          </TextLink>
        </HStack>
        <Spinner label="Looking for your agent..." />
      </Stack>
    </Section>
  ));
}
