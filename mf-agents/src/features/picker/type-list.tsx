import { arrowRightIcon } from 'kit/icons';
import { Card, chakra, Grid, Icon, Text } from 'kit/ui';
import { agentTypes } from '../../content/picker.ts';
import { Conversation } from '../../sections/conversation.tsx';
import { ChoiceForm } from './choice-form.tsx';

const TypeHeading = chakra('h3', {
  base: {
    width: '100%',
    '& button': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '3',
      width: '100%',
      minHeight: '2.75rem',
      textStyle: 'h3',
      color: 'fg',
      textAlign: 'left',
      cursor: 'pointer',
      background: 'none',
    },
    '& svg': { color: 'action' },
  },
});

/** Step 1: the agent types, each with a sample of its conversation. The whole card is a link. */
export function TypeList() {
  return (
    <ChoiceForm>
      <Grid as="ul" role="list" gridTemplateColumns={{ base: '1fr', lg: 'repeat(3, minmax(0, 1fr))' }} gap="6">
        {agentTypes.map(({ id, label, text, conversation }) => (
          <Card as="li" key={id} linked>
            <TypeHeading>
              <button type="submit" name="type" value={id} data-cover="">
                {label}
                <Icon shape={arrowRightIcon} size={22} />
              </button>
            </TypeHeading>
            <Text tone="muted">{text}</Text>
            <Conversation lines={conversation} label={`Sample conversation: ${label}`} />
          </Card>
        ))}
      </Grid>
    </ChoiceForm>
  );
}
