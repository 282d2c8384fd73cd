import { useSite } from 'kit/site';
import { Card, chakra, ErrorPanel, Spinner, Text, TextLink } from 'kit/ui';
import { useRef } from 'react';
import { demoPageContent as content } from '../../content/demos.ts';
import { useEmbeddedVoice } from './use-embedded-voice.ts';

/** By default the widget covers the window; here it covers its stage, which is high enough for it to open. */
const Stage = chakra('div', {
  base: {
    position: 'relative',
    width: '100%',
    minHeight: '26rem',
    '&:empty': { display: 'none' },
    '& > *': { position: 'absolute', inset: '0', zIndex: '0' },
  },
});

/** The voice widget of a demo: a spinner while it loads, a retry button if it fails. */
export function VoicePanel() {
  const stage = useRef<HTMLDivElement>(null);
  const { voice } = useSite();
  const { state, retry } = useEmbeddedVoice(stage);
  return (
    // As high as with the widget, so that nothing below moves when it loads.
    <Card padding="lg" minHeight={{ base: '34rem', md: '36rem' }} justifyContent="center">
      {state === 'loading' && <Spinner label={content.loading} />}
      {state === 'failed' && (
        <ErrorPanel title={content.failed.title} onRetry={retry} retryLabel={content.failed.retry}>
          {content.failed.text}
        </ErrorPanel>
      )}
      {state === 'shown' && (
        <Text role="status" tone="muted">
          {content.ready}
        </Text>
      )}
      <Stage ref={stage} />
      {state === 'shown' && (
        <Text size="sm" tone="muted">
          {content.silent}{' '}
          <TextLink href={voice.talkUrl.replaceAll('{agentId}', voice.agents.demos)} newTab>
            {content.talkPage}
          </TextLink>
        </Text>
      )}
    </Card>
  );
}
