import { NotTakenError, useInquiry } from 'kit/api-client';
import type { FreeSample } from 'kit/contracts/marketplace';
import { AlertDialog, Dialog } from 'kit/dialog';
import { DraftAutosave, readDraft, removeDraft } from 'kit/form-draft';
import { ConsentLine, Form, FormErrorSummary, fieldsOf, SubmitButton } from 'kit/forms';
import { showToast } from 'kit/toast/store';
import { Button, chakra, Stack, Text } from 'kit/ui';
import { useLayoutEffect, useRef } from 'react';
import { freeSampleDialog, sampleLeadDialog, thanks } from '../../content/dialogs.ts';
import type { LeadPack, SampleLead } from '../../content/industry.ts';
import { market } from '../../content/market.ts';
import { CheckoutDialog } from './checkout-dialog.tsx';
import { freeSampleFormSchema, localFormSchema } from './dialog-schemas.ts';
import { useMarketDialog } from './market-dialog.ts';

const packs = Object.values(market).flatMap((industry) => industry.packs);

/** The dialogs of docs/specification.md#4. */
export function MarketDialogs() {
  const { dialog, open, close } = useMarketDialog();
  const shown = useRef(dialog);
  useLayoutEffect(() => {
    shown.current = dialog;
  });
  const pack = dialog && 'packId' in dialog ? packs.find(({ id }) => id === dialog.packId) : undefined;
  const thankAfter = (after: keyof typeof thanks) => () => {
    // The visitor may have closed the dialog while it was sent.
    if (shown.current?.name === after) open({ name: 'thanks', after });
  };
  const failAfter = (after: keyof typeof thanks) => (failure: unknown) => {
    // The form that says why is closed, too.
    if (shown.current?.name !== after && failure instanceof NotTakenError)
      showToast({ tone: 'error', title: 'Error', description: failure.message });
    throw failure;
  };
  switch (dialog?.name) {
    case 'free-sample':
      return (
        <FreeSampleDialog onClose={close} onSent={thankAfter('free-sample')} onFailed={failAfter('free-sample')} />
      );
    case 'sample-lead':
      return (
        pack && (
          <SampleLeadDialog pack={pack} onClose={close} onBuy={() => open({ name: 'checkout', packId: pack.id })} />
        )
      );
    case 'checkout':
      return (
        pack && (
          <CheckoutDialog
            pack={pack}
            onClose={close}
            onSent={thankAfter('checkout')}
            onFailed={failAfter('checkout')}
          />
        )
      );
    case 'thanks':
      return (
        <AlertDialog open onClose={close} title={thanks[dialog.after].title}>
          {thanks[dialog.after].message}
        </AlertDialog>
      );
  }
  return null;
}

/** "Lead Sample": the first sample lead of the pack. */
function SampleLeadDialog({ pack, onClose, onBuy }: { pack: LeadPack; onClose: () => void; onBuy: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={sampleLeadDialog.title}
      description={`${pack.name}, ${pack.location}`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button onClick={onBuy}>Buy This Pack</Button>
        </>
      }
    >
      <Stack gap="4">
        <SampleLeadCard lead={pack.sampleLeads[0]} />
        <Text size="sm" tone="muted">
          {sampleLeadDialog.hint}
        </Text>
      </Stack>
    </Dialog>
  );
}

const List = chakra('dl', {
  base: {
    display: 'grid',
    gap: '3',
    padding: { base: 'min({spacing.4}, 4.2vw)', md: '5' },
    background: 'surface',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'md',
    fontVariantNumeric: 'tabular-nums',
    // In one column if larger text leaves no space for two.
    '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: { base: '3', md: '6' } },
    '& dt': { width: '4.75rem', color: 'muted', fontSize: 'sm', lineHeight: '1.6rem' },
    '& dd': { flex: '1 1 9rem' },
  },
});

function SampleLeadCard({ lead }: { lead: SampleLead }) {
  const date = sampleDate(lead.daysAgo);
  const shown = { ...lead, phone: lead.phone.replace(/\d{4}$/, '••••') };
  return (
    <List>
      {sampleLeadDialog.fields.map(([field, label]) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>{field === 'date' ? <time dateTime={date}>{date}</time> : shown[field]}</dd>
        </div>
      ))}
    </List>
  );
}

/**
 * The date of a sample lead as YYYY-MM-DD (docs/specification.md#3): `daysAgo` days before today, but not before the first
 * of this month. Samples are only shown after a press, so the server's HTML never holds another date.
 */
export function sampleDate(daysAgo: number, today = new Date()): string {
  const day = Math.max(1, today.getDate() - daysAgo);
  return [today.getFullYear(), twoDigits(today.getMonth() + 1), twoDigits(day)].join('-');
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

const { SelectField, TextField } = fieldsOf<FreeSample>();

const draftName = 'free-sample';

interface FreeSampleDialogProps {
  onClose: () => void;
  onSent: () => void;
  onFailed: (failure: unknown) => never;
}

function FreeSampleDialog({ onClose, onSent, onFailed }: FreeSampleDialogProps) {
  const { title, description, defaults, industries } = freeSampleDialog;
  const { deliver, isDelivered } = useInquiry('free-sample');
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <Form
        schema={isDelivered ? freeSampleFormSchema : localFormSchema}
        defaultValues={{ ...defaults, ...readDraft(draftName) }}
        afterSuccess="keep"
        onSubmit={async (fields, formContext) => {
          await deliver(fields, formContext).catch(onFailed);
          removeDraft(draftName);
          onSent();
        }}
      >
        <DraftAutosave name={draftName} />
        <Stack gap="5">
          <FormErrorSummary />
          <TextField name="fullName" label="Full Name" autoComplete="name" />
          <TextField name="email" label="Email" type="email" />
          <TextField name="phone" label="Phone" type="tel" />
          <SelectField name="industry" label="Industry" options={industries} />
          <TextField name="cityState" label="City/State" autoComplete="address-level2" />
          <SubmitButton pendingLabel="Submitting..." size="lg" wide>
            Submit Request
          </SubmitButton>
          <ConsentLine />
        </Stack>
      </Form>
    </Dialog>
  );
}
