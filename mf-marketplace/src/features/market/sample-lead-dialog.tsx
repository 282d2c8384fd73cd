import { Dialog } from 'kit/dialog';
import { Button, Stack, Text } from 'kit/ui';
import { sampleLeadDialog } from '../../content/dialogs.ts';
import type { LeadPack } from '../../content/industry.ts';
import { SampleLeadCard } from '../../sections/sample-lead-card.tsx';

interface SampleLeadDialogProps {
  pack: LeadPack;
  onClose: () => void;
  onBuy: () => void;
}

/** "Lead Sample": the first sample lead of the pack. */
export function SampleLeadDialog({ pack, onClose, onBuy }: SampleLeadDialogProps) {
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
