import { ArrowRight } from 'kit/icons';
import { Card, chakra, Grid, Icon, Text } from 'kit/ui';
import type { FormEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { agentTypes } from '../../content/picker.ts';
import type { Choice } from '../../content/picker-choices.ts';
import { Conversation } from '../../sections/conversation.tsx';

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

/** So that all three types are within two screens of a phone, each shows the first two lines of its conversation there. */
const shortOnPhones = { '& ol > li:nth-of-type(n + 3)': { smDown: { display: 'none' } } };

/** Step 1: the agent types, each with a sample of its conversation. The whole card is a link. */
export function TypeList() {
  return (
    <ChoiceForm>
      <Grid as="ul" role="list" gridTemplateColumns={{ base: '1fr', lg: 'repeat(3, minmax(0, 1fr))' }} gap="6">
        {agentTypes.map(({ id, label, text, conversation }) => (
          <Card as="li" key={id} linked css={shortOnPhones}>
            <TypeHeading>
              <button type="submit" name="type" value={id} data-cover="">
                {label}
                <Icon shape={ArrowRight} size={22} />
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

const List = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
    gap: '3',
    '& button': {
      width: '100%',
      minHeight: '3.5rem',
      paddingInline: '4',
      textAlign: 'left',
      fontWeight: '600',
      color: 'fg',
      background: 'surface',
      border: '1px solid',
      borderColor: 'control',
      borderRadius: 'sm',
      cursor: 'pointer',
      transition: 'border-color 150ms ease-out, background-color 150ms ease-out',
      '&:hover': { borderColor: 'fg', background: 'fog' },
      '&:active': { translate: '0 1px' },
    },
  },
});

interface ChoiceListProps {
  /** The parameter's name in the URL. */
  name: string;
  choices: readonly Choice[];
  chosen: Readonly<Record<string, string>>;
}

export function ChoiceList({ name, choices, chosen }: ChoiceListProps) {
  return (
    <ChoiceForm chosen={chosen}>
      <List role="list">
        {choices.map(({ id, label }) => (
          <li key={id}>
            <button type="submit" name={name} value={id}>
              {label}
            </button>
          </li>
        ))}
      </List>
    </ChoiceForm>
  );
}

interface ChoiceFormProps {
  /** Earlier choices, which stay in the URL. */
  chosen?: Readonly<Record<string, string>>;
  children: ReactNode;
}

/**
 * Buttons that write their name and value into the URL, so that Back works and a choice can be linked. It is a real GET
 * form, which works without scripts.
 */
export function ChoiceForm({ chosen = {}, children }: ChoiceFormProps) {
  const navigate = useNavigate();

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent; // React's submit event has no type of its own
    const query = new URLSearchParams(chosen);
    if (submitter instanceof HTMLButtonElement && submitter.name) query.set(submitter.name, submitter.value);
    navigate({ search: query.toString() }, { preventScrollReset: true, viewTransition: true, flushSync: true });
  }

  return (
    <form method="get" onSubmit={handleSubmit}>
      {Object.entries(chosen).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
