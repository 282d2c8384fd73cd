import { ProgressBar, ScrollReveal } from 'kit/blocks';
import { emailField, multilineField, textField } from 'kit/contracts/fields';
import { limits, messages } from 'kit/contracts/text-rules';
import { AlertDialog, Dialog } from 'kit/dialog';
import { Form, FormErrorSummary, fieldsOf, SubmitButton } from 'kit/forms';
import { Tabs } from 'kit/tabs';
import { showToast } from 'kit/toast/store';
import { Tooltip } from 'kit/tooltip';
import { Box, Button, ErrorPanel, Grid, HStack, Section, Stack, Text } from 'kit/ui';
import { useState } from 'react';
import * as z from 'zod/mini';

const schema = z.object({
  name: textField(limits.name, messages.name),
  email: emailField(),
  message: multilineField(limits.message, messages.message),
  industry: z.string().check(z.minLength(1, messages.industry)),
  delivery: z.string().check(z.minLength(1, 'Please choose how you want your leads.')),
  pages: z.array(z.string()),
  terms: z.literal(true, 'Please confirm the terms.'),
  logo: z.unknown(),
});
const { CheckboxField, CheckboxGroupField, FileField, RadioGroupField, SelectField, TextAreaField, TextField } =
  fieldsOf<z.infer<typeof schema>>();

const industries = ['Roofing', 'Legal', 'HVAC'].map((label) => ({ value: label.toLowerCase(), label }));
const deliveries = ['Email', 'Text', 'CRM'].map((label) => ({ value: label.toLowerCase(), label }));

/** Succeeds after a second; the name "Refuse" is refused. */
async function pretendToSend({ name }: { name: string }) {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  if (name === 'Refuse') throw new Error('We could not take your request. Please try again in a minute.');
}

export function FormsShown({ label }: { label: string }) {
  return (
    <Form schema={schema} defaultValues={{ delivery: 'email', pages: ['home'] }} onSubmit={pretendToSend} label={label}>
      <FormErrorSummary />
      <Grid gridTemplateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }} gap="6">
        <TextField name="name" label="Full name" required autoComplete="name" placeholder="Dana Whitlock" />
        <TextField name="email" label="Email" type="email" required description="We answer within 24 hours." />
      </Grid>
      <SelectField name="industry" label="Industry" required options={industries} placeholder="Choose an industry" />
      <TextAreaField name="message" label="What do you need?" required />
      <RadioGroupField name="delivery" label="Delivery" required options={deliveries} layout="row" />
      <CheckboxGroupField
        name="pages"
        label="Pages"
        options={[
          { value: 'home', label: 'Home' },
          { value: 'fleet', label: 'Our Fleet' },
        ]}
      />
      <FileField name="logo" label="Logo" accept="image/*" description="PNG or SVG." />
      <CheckboxField name="terms" label="I understand these leads are exclusive and final sale." required />
      <SubmitButton pendingLabel="Submitting..." size="lg">
        Submit Request
      </SubmitButton>
    </Form>
  );
}

const trades = ['Roofing', 'Legal', 'HVAC', 'Solar', 'Real Estate', 'Junk Removal'].map((label) => ({
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
          <Tabs label="Industry" tabs={trades} selected={industry} onSelect={setIndustry}>
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
