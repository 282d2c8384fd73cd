import { ProgressBar, ScrollReveal } from 'kit/blocks';
import { AlertDialog, Dialog } from 'kit/dialog';
import { Tabs } from 'kit/tabs';
import { showToast } from 'kit/toast/store';
import { Tooltip } from 'kit/tooltip';
import { Box, Button, ErrorPanel, HStack, Section, Stack, Text } from 'kit/ui';
import { useState } from 'react';

const industries = ['Roofing', 'Legal', 'HVAC', 'Solar', 'Real Estate', 'Junk Removal'].map((label) => ({
  id: label.toLowerCase().replace(' ', '-'),
  label,
}));
const tones = ['success', 'error', 'info'] as const;

export function MessagesShown() {
  const [open, setOpen] = useState<'dialog' | 'alert' | null>(null);
  const [industry, setIndustry] = useState('roofing');
  const close = () => setOpen(null);
  return (
    <Section id="messages" title="Messages">
      <Stack gap="6" alignItems="start">
        <ErrorPanel title="Agent Not Found" onRetry={() => showToast({ title: 'Tried again', tone: 'info' })}>
          The agent does not exist or has been deactivated.
        </ErrorPanel>
        <HStack gap="4" flexWrap="wrap">
          {tones.map((tone) => (
            <Button
              key={tone}
              variant="outline"
              onClick={() => showToast({ title: `A ${tone} toast`, description: 'We will contact you shortly.', tone })}
            >
              Toast: {tone}
            </Button>
          ))}
        </HStack>
        <HStack gap="4" flexWrap="wrap">
          <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
          <Button onClick={() => setOpen('alert')}>Open alert</Button>
          <Tooltip text="Copies the public link of this agent">
            <Button variant="outline">Tooltip</Button>
          </Tooltip>
        </HStack>
        <Box width="100%">
          <Tabs label="Industry" tabs={industries} selected={industry} onSelect={setIndustry}>
            <Text>Packs for {industry}.</Text>
          </Tabs>
        </Box>
        <Box width="100%" maxWidth="measure">
          <ProgressBar value={3} max={9} label="Step 3 of 9" />
        </Box>
        <ScrollReveal>
          <Text tone="muted">This line rises into place when it is reached.</Text>
        </ScrollReveal>
      </Stack>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Lead Sample"
        description="One lead of the Storm Claims Pack."
        footer={
          <>
            <Button variant="outline" onClick={close}>
              Close
            </Button>
            <Button onClick={close}>Buy This Pack</Button>
          </>
        }
      >
        <Text>Name, phone, masked email, location and notes.</Text>
      </Dialog>
      <AlertDialog open={open === 'alert'} onClose={close} title="Thank you">
        Thank you for requesting a free sample! We will contact you shortly.
      </AlertDialog>
    </Section>
  );
}
