import { StatBand } from 'kit/blocks';
import type { ShownAgent } from 'kit/contracts/agent';
import {
  defaultRequestType,
  requestTypeLabels,
  type SupportForm,
  type SupportPayload,
  supportFormSchema,
} from 'kit/contracts/support';
import { useDialogEntry } from 'kit/dialog-entry';
import { fieldsOf } from 'kit/forms';
import { Check, Copy } from 'kit/icons';
import { optionsOf } from 'kit/options-of';
import { useSite } from 'kit/site';
import {
  Badge,
  Button,
  ButtonLink,
  CallToAction,
  Card,
  chakra,
  Grid,
  Heading,
  Hero,
  HStack,
  Icon,
  Section,
  Text,
  TextLink,
} from 'kit/ui';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { agentViewContent as content, supportContent } from '../../content/portal.ts';
import { mailtoHref, talkHref } from '../../links/hrefs.ts';
import { FormDialog } from '../../sections/form-dialog.tsx';

/** The portal of one agent, shown after its code was entered (docs/specification.md#2). */
export function AgentView({ agent }: { agent: ShownAgent }) {
  const { voice, mailboxes } = useSite();
  const dialog = useDialogEntry('support');
  const asked = dialog.value as { type: RequestType; document: number } | undefined;
  const ask = (type: RequestType) => dialog.open({ type, document: performance.timeOrigin });
  // A reload removes the agent. After the code is entered again, the earlier dialog must not open.
  const requestType = asked?.document === performance.timeOrigin ? asked.type : null;
  const href = talkHref(voice.talkUrl, agent.elevenLabsAgentId);
  const { talk, support, upgrade } = content;
  return (
    <>
      <Hero
        layout="plain"
        kicker="Welcome"
        title={agent.businessName}
        lead={agent.tagline}
        actions={
          <HStack gap="2" flexWrap="wrap">
            <Badge tone="success">Active</Badge>
            {href && <Badge tone="success">Voice Enabled</Badge>}
            <Badge tone="success">24/7 Available</Badge>
          </HStack>
        }
      />
      <Section space="sm">
        {/* The card in the middle holds a URL and two actions in one row. */}
        <Grid gridTemplateColumns={{ base: '1fr', lg: 'minmax(0, 3fr) minmax(0, 4fr) minmax(0, 3fr)' }} gap="6">
          <TaskCard {...talk} text={href ? talk.text : talk.noVoice} look="marked">
            {href && (
              <ButtonLink href={href} newTab marginTop="auto">
                Start Talking
              </ButtonLink>
            )}
          </TaskCard>
          <PublicLinkCard agentName={agent.agentName} />
          <TaskCard {...support}>
            <Button variant="outline" marginTop="auto" onClick={() => ask(defaultRequestType)}>
              Contact Support
            </Button>
          </TaskCard>
        </Grid>
      </Section>
      <Section space="sm" tone="fog">
        <StatBand items={content.facts} />
      </Section>
      <CallToAction
        tone="paper"
        title={upgrade.title}
        lead={upgrade.text}
        actions={
          <>
            <Button onClick={() => ask('upgrade_request')}>Request Quote</Button>
            <ButtonLink
              variant="outline"
              href={mailtoHref(mailboxes.clientAdmin, upgrade.paymentSubject(agent.businessName))}
            >
              Email for Payment
            </ButtonLink>
          </>
        }
      />
      <SupportDialog requestType={requestType} onClose={dialog.close} agent={agent} />
    </>
  );
}

const { SelectField, TextAreaField, TextField } = fieldsOf<SupportForm>();

type RequestType = SupportForm['requestType'];

interface SupportDialogProps {
  /** The initial request type; null while the dialog is closed. */
  requestType: RequestType | null;
  onClose: () => void;
  agent: Pick<ShownAgent, 'agentName' | 'agentCode'>;
}

/** A message to support from an agent's portal (docs/specification.md#3, #4, #5, #8). */
function SupportDialog({ requestType, onClose, agent: { agentName, agentCode } }: SupportDialogProps) {
  const { support } = useSite().mailboxes;
  return (
    <FormDialog
      open={requestType !== null}
      onClose={onClose}
      content={supportContent}
      schema={supportFormSchema}
      draftName={`support ${agentName}`}
      // Only "Request Quote" asks for a type; the other button opens the draft with its own.
      valuesOf={(draft) => (requestType === defaultRequestType ? { requestType, ...draft } : { ...draft, requestType })}
      path="/api/contact-support"
      bodyOf={(values: SupportForm): SupportPayload => ({ ...values, agentName, agentCode })}
      success={{ title: supportContent.successTitle, message: supportContent.success }}
      failure={{ title: supportContent.failureTitle, message: supportContent.failure(support) }}
    >
      <TextField name="clientName" label="Name" autoComplete="name" required />
      <TextField name="clientEmail" label="Email" type="email" required />
      <SelectField name="requestType" label="Request Type" options={optionsOf(requestTypeLabels)} required />
      <TextField name="subject" label="Subject" required />
      <TextAreaField name="message" label="Message" required />
    </FormDialog>
  );
}

interface TaskCardProps extends Pick<ComponentProps<typeof Card>, 'look'> {
  title: string;
  text: string;
  children: ReactNode;
}

function TaskCard({ title, text, children, look }: TaskCardProps) {
  return (
    <Card padding="lg" look={look}>
      <Heading as="h2" size="h3">
        {title}
      </Heading>
      <Text tone="muted">{text}</Text>
      {children}
    </Card>
  );
}

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

function PublicLinkCard({ agentName }: { agentName: string }) {
  const { link } = content;
  const address = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  const path = `/agents/${encodeURIComponent(agentName)}`;

  useEffect(() => {
    if (outcome !== 'copied') return undefined;
    const timer = setTimeout(() => setOutcome('none'), copiedFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function handleCopy() {
    // Each copy has its own two seconds.
    setOutcome('none');
    if (address.current) setOutcome((await copyText(address.current)) ? 'copied' : 'failed');
  }

  return (
    <TaskCard title={link.title} text={link.text}>
      {/* This only renders in a browser, so there is a window. */}
      <Address ref={address} readOnly aria-label={link.title} value={`${window.location.origin}${path}`} />
      <chakra.div display="flex" flexWrap="wrap" columnGap="5" rowGap="2" alignItems="center">
        <Button variant="outline" onClick={handleCopy}>
          <Icon shape={outcome === 'copied' ? Check : Copy} size={20} />
          {/* Equally wide with both labels, so that its neighbors do not move. */}
          <chakra.span aria-live="polite" minWidth="4.8em">
            {outcome === 'copied' ? 'Copied!' : 'Copy Link'}
          </chakra.span>
        </Button>
        <TextLink to={path} variant="onward">
          Open the page
        </TextLink>
      </chakra.div>
      {/* The region is always rendered, because screen readers only announce changes of an existing region. */}
      <Text role="status" size="sm" tone="danger" _empty={{ marginTop: '-4' }}>
        {outcome === 'failed' && link.copyFailed}
      </Text>
    </TaskCard>
  );
}

/**
 * Copies the text of a field without moving the focus. Returns false if the browser does not allow it; the text is then
 * selected for copying by hand. The Clipboard API is missing on plain http, where `execCommand` still works.
 */
async function copyText(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    const before = document.activeElement;
    field.focus();
    field.select();
    const copied = typeof document.execCommand === 'function' && document.execCommand('copy');
    if (copied && before instanceof HTMLElement) before.focus();
    return copied;
  }
}
