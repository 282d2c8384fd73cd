import { intakeLimits } from 'kit/contracts/exotic-car-intake';
import { fieldsOf, useFormContext, useWatch } from 'kit/forms';
import { plusIcon } from 'kit/icons';
import { Button, chakra, Heading, Icon, Text } from 'kit/ui';
import { useEffect, useId, useRef } from 'react';
import { fieldLabels, likedWebsiteWords } from '../../../content/labels.ts';
import type { WizardValues } from '../wizard-values.ts';

const { TextField } = fieldsOf<WizardValues>();

const List = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '4' } });

/** Fields for websites that the visitor likes; blank ones are not sent. */
export function LikedWebsites() {
  const { getValues, setValue, setFocus } = useFormContext<WizardValues>();
  const slots = useWatch<WizardValues, 'likedWebsites'>({ name: 'likedWebsites' });
  const shown = useRef(slots.length);
  const titleId = useId();

  useEffect(() => {
    if (slots.length === shown.current + 1) setFocus(`likedWebsites.${slots.length - 1}`);
    shown.current = slots.length;
  }, [slots.length, setFocus]);

  return (
    <List role="group" aria-labelledby={titleId}>
      <Heading as="h3" size="h4" id={titleId}>
        {likedWebsiteWords.title}
      </Heading>
      <Text size="sm" tone="muted">
        {likedWebsiteWords.hint}
      </Text>
      {slots.map((_, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: slots are only ever added at the end
          key={index}
          name={`likedWebsites.${index}`}
          label={`${fieldLabels.likedWebsites} ${index + 1}`}
          inputMode="url"
        />
      ))}
      <div>
        <Button
          variant="outline"
          size="sm"
          disabled={slots.length >= intakeLimits.likedWebsites}
          onClick={() => setValue('likedWebsites', [...getValues('likedWebsites'), ''], { shouldDirty: true })}
        >
          <Icon shape={plusIcon} size={20} />
          {likedWebsiteWords.add}
        </Button>
      </div>
    </List>
  );
}
