import type { ShownAgent } from 'kit/contracts/agent';
import { requestTypeLabels, type SupportForm, type SupportPayload, supportFormSchema } from 'kit/contracts/support';
import { fieldsOf } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import { useSite } from 'kit/site';
import { supportContent as content } from '../../content/portal.ts';
import { FormDialog } from '../../sections/form-dialog.tsx';

const { SelectField, TextAreaField, TextField } = fieldsOf<SupportForm>();

export type RequestType = SupportForm['requestType'];

interface SupportDialogProps {
  /** The initial request type; null while the dialog is closed. */
  requestType: RequestType | null;
  onClose: () => void;
  agent: Pick<ShownAgent, 'agentName' | 'agentCode'>;
}

/** A message to support from an agent's portal (docs/specification.md#3, #4, #5, #8). */
export function SupportDialog({ requestType, onClose, agent: { agentName, agentCode } }: SupportDialogProps) {
  const { support } = useSite().mailboxes;
  const { fields } = content;
  return (
    <FormDialog
      open={requestType !== null}
      onClose={onClose}
      content={content}
      schema={supportFormSchema}
      draftName={`support ${agentCode}`}
      valuesOf={(draft) => ({ ...draft, requestType })}
      path="/api/contact-support"
      bodyOf={(values: SupportForm): SupportPayload => ({ ...values, agentName, agentCode })}
      success={{ title: content.successTitle, message: content.success }}
      failure={{ title: content.failureTitle, message: content.failure(support) }}
    >
      <TextField name="clientName" label={fields.clientName} autoComplete="name" required />
      <TextField name="clientEmail" label={fields.clientEmail} type="email" required />
      <SelectField name="requestType" label={fields.requestType} options={optionsOf(requestTypeLabels)} required />
      <TextField name="subject" label={fields.subject} required />
      <TextAreaField name="message" label={fields.message} required />
    </FormDialog>
  );
}
