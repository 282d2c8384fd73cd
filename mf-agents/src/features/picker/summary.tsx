import { useSite } from 'kit/site';
import { Button, ButtonLink, Card, Columns, chakra, Heading, HStack } from 'kit/ui';
import { pickerContent } from '../../content/picker.ts';
import { mailtoHref } from '../../links/mailto-href.ts';
import { Conversation } from '../../sections/conversation.tsx';
import { ChoiceForm } from './choice-form.tsx';
import { type PickerState, presentChoiceMail } from './picker-choice.ts';

const Facts = chakra('dl', {
  base: {
    width: '100%',
    '& > div': {
      display: 'grid',
      gridTemplateColumns: { base: '1fr', sm: '9rem 1fr' },
      paddingBlock: '4',
      borderTop: '1px solid',
      borderColor: 'line',
    },
    '& dt': { color: 'muted' },
    '& dd': { fontWeight: '600', fontSize: 'lg' },
  },
});

/** Step 4: the choices, a mail with them, and a link to start over. */
export function Summary({ state }: { state: Extract<PickerState, { step: 4 }> }) {
  const { sales } = useSite().mailboxes;
  const { summary } = pickerContent;
  const { subject, body } = presentChoiceMail(state);
  return (
    <Columns>
      <div>
        <Facts>
          <div>
            <dt>{summary.typeLabel}</dt>
            <dd>{state.type.label}</dd>
          </div>
          {state.detail && (
            <div>
              <dt>{state.detail.label}</dt>
              <dd>{state.detail.choice.label}</dd>
            </div>
          )}
        </Facts>
        <HStack gap="4" flexWrap="wrap" paddingTop="4">
          <ButtonLink href={mailtoHref(sales, subject, body)} size="lg">
            {summary.contact}
          </ButtonLink>
          <ChoiceForm>
            <Button type="submit" variant="outline" size="lg">
              {summary.startOver}
            </Button>
          </ChoiceForm>
        </HStack>
      </div>
      <Card>
        <Heading as="h3" size="h4">
          {summary.sample}
        </Heading>
        <Conversation lines={state.detail?.sample ?? state.type.conversation} label={summary.sample} />
      </Card>
    </Columns>
  );
}
