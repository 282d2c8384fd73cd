// The kit is imported by its public name: this entry point is no shared module, and must not bring a second `kit/ui`
// into a remote.
import { telephoneHref } from 'kit/contracts/telephone';
import { Mic } from 'kit/icons';
import { useSite } from 'kit/site';
import { Button, Icon, Stack, Text, TextLink } from 'kit/ui';
import { openVoice } from 'kit/voice';
import { type ComponentProps, useState } from 'react';

/** The label of each state. */
const content = {
  opening: 'Opening the voice assistant...',
  opened: 'The voice assistant is in the corner of this page. Press it and speak.',
  failed: 'The voice assistant cannot be opened right now. Call us instead:',
} as const;

interface TalkButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size'> {
  label: string;
}

type TalkState = 'closed' | 'opening' | 'opened' | 'failed';

/** Opens the site's voice widget with the agent of the agent pages. The label then shows where it is, or the alternative. */
export function TalkButton({ label, ...look }: TalkButtonProps) {
  const { voice, phone } = useSite();
  const [state, setState] = useState<TalkState>('closed');

  async function handlePress() {
    // Not `disabled`, which would remove the focus.
    if (state === 'opening') return;
    setState('opening');
    setState((await openVoice(voice, voice.agents.agentPages)) ? 'opened' : 'failed');
  }

  return (
    <Stack gap="3" alignItems={{ base: 'stretch', sm: 'flex-start' }} width={{ base: '100%', sm: 'auto' }}>
      <Button onClick={handlePress} aria-disabled={state === 'opening'} {...look}>
        <Icon shape={Mic} size={20} />
        {label}
      </Button>
      {/* The region is always rendered, because screen readers only announce changes of an existing region. */}
      <Text role="status" size="sm" tone="muted" _empty={{ marginTop: '-3' }}>
        {state !== 'closed' && content[state]}
        {state === 'failed' && (
          <>
            {' '}
            <TextLink href={telephoneHref(phone)}>{phone}</TextLink>
          </>
        )}
      </Text>
    </Stack>
  );
}
