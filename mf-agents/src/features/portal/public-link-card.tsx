import { checkIcon, copyIcon } from 'kit/icons';
import { Button, chakra, Icon, Text, TextLink } from 'kit/ui';
import { useEffect, useRef, useState } from 'react';
import { agentViewContent } from '../../content/portal.ts';
import { TaskCard } from '../../sections/task-card.tsx';
import { copyText } from './copy-text.ts';

/** In milliseconds (docs/specification.md#9). */
const copiedFor = 2000;

const Address = chakra('input', {
  base: {
    width: '100%',
    minHeight: 'control',
    paddingInline: '4',
    background: 'bg',
    color: 'fg',
    border: '1px solid',
    borderColor: 'control',
    borderRadius: 'sm',
    textOverflow: 'ellipsis',
  },
});

/** The URL of the agent's public page, to copy or to open. */
export function PublicLinkCard({ agentName }: { agentName: string }) {
  const content = agentViewContent.link;
  const address = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  const path = `/agents/${encodeURIComponent(agentName)}`;

  useEffect(() => {
    if (outcome !== 'copied') return undefined;
    const timer = setTimeout(() => setOutcome('none'), copiedFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function handleCopy() {
    if (address.current) setOutcome((await copyText(address.current)) ? 'copied' : 'failed');
  }

  return (
    <TaskCard title={content.title} text={content.text}>
      {/* This only renders in a browser, so there is a window. */}
      <Address ref={address} readOnly aria-label={content.title} value={`${window.location.origin}${path}`} />
      <chakra.div display="flex" flexWrap="wrap" columnGap="5" rowGap="2" alignItems="center">
        <Button variant="outline" onClick={handleCopy}>
          <Icon shape={outcome === 'copied' ? checkIcon : copyIcon} size={20} />
          {/* Equally wide with both labels, so that its neighbors do not move. */}
          <chakra.span aria-live="polite" minWidth="4.8em">
            {outcome === 'copied' ? content.copied : content.copy}
          </chakra.span>
        </Button>
        <TextLink to={path} variant="onward">
          {content.open}
        </TextLink>
      </chakra.div>
      {/* The region is always rendered, because screen readers only announce changes of an existing region. */}
      <Text role="status" size="sm" tone="danger" _empty={{ marginTop: '-4' }}>
        {outcome === 'failed' && content.copyFailed}
      </Text>
    </TaskCard>
  );
}
