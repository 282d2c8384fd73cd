import { createFormSender } from 'kit/api-client';
import type { ShownAgent } from 'kit/contracts/agent';
import type { FormContext } from 'kit/contracts/form-context';
import { requestTypeLabels, type SupportForm, type SupportPayload, supportFormSchema } from 'kit/contracts/support';
import { DraftAutosave, useFormDraft } from 'kit/form-draft';
import { ConsentLine, Form, FormErrorSummary, fieldsOf, SubmitButton } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import { useSite } from 'kit/site';
import { useState } from 'react';
import { supportContent as content } from '../../content/portal.ts';
import { FormDialog, useNotices } from '../../sections/form-dialog.tsx';

const { SelectField, TextAreaField, TextField } = fieldsOf<SupportForm>();

export type RequestType = SupportForm['requestType'];

interface SupportDialogProps {
  /** The initial request type; null while the dialog is closed. */
  requestType: RequestType | null;
  onClose: () => void;
  agent: Pick<ShownAgent, 'agentName' | 'agentCode'>;
}

/** A message to support from an agent's portal (docs/specification.md#3, #4, #5, #8). */
export function SupportDialog({ requestType, onClose, agent }: SupportDialogProps) {
  const { support } = useSite().mailboxes;
  const [send] = useState(createFormSender);
  const draftName = `support ${agent.agentCode}`;
  const draft = useFormDraft(draftName);
  const { succeed, fail } = useNotices();

  async function handleSubmit(values: SupportForm, formContext: FormContext) {
    const body: SupportPayload = { ...values, agentName: agent.agentName, agentCode: agent.agentCode };
    await send('/api/contact-support', body, formContext);
    draft.clear();
    succeed({ title: content.successTitle, message: content.success });
  }

  return (
    <FormDialog open={requestType !== null} onClose={onClose} title={content.title} intro={content.intro}>
      <Form
        schema={supportFormSchema}
        defaultValues={{ ...draft.values(), requestType }}
        afterSuccess="keep"
        onSubmit={handleSubmit}
        onFailure={() => fail({ title: content.failureTitle, message: content.failure(support) })}
        label={content.title}
      >
        <DraftAutosave name={draftName} />
        <SupportFields />
      </Form>
    </FormDialog>
  );
}

function SupportFields() {
  const { fields, submit, pending } = content;
  return (
    <>
      <FormErrorSummary />
      <TextField name="clientName" label={fields.clientName} autoComplete="name" required />
      <TextField name="clientEmail" label={fields.clientEmail} type="email" required />
      <SelectField name="requestType" label={fields.requestType} options={optionsOf(requestTypeLabels)} required />
      <TextField name="subject" label={fields.subject} required />
      <TextAreaField name="message" label={fields.message} required />
      <SubmitButton pendingLabel={pending} size="lg" wide>
        {submit}
      </SubmitButton>
      <ConsentLine />
    </>
  );
}
