import { createFormSender } from 'kit/api-client';
import type { ShownPublicAgent } from 'kit/contracts/agent';
import { type FeedbackForm, feedbackFormSchema, satisfaction } from 'kit/contracts/feedback';
import type { FormContext } from 'kit/contracts/form-context';
import { DraftAutosave, useFormDraft } from 'kit/form-draft';
import { Form } from 'kit/forms';
import { useState } from 'react';
import { feedbackContent as content } from '../../content/feedback.ts';
import { FormDialog, useNotices } from '../../sections/form-dialog.tsx';
import { QuoteFields } from './quote-fields.tsx';

interface QuoteDialogProps {
  open: boolean;
  onClose: () => void;
  agentName: string;
  agentId: ShownPublicAgent['id'];
}

/** Feedback about the agent and a request for a quote (docs/specification.md#3, #4, #8). */
export function QuoteDialog({ open, onClose, agentName, agentId }: QuoteDialogProps) {
  const [send] = useState(createFormSender);
  const draftName = `feedback ${agentName}`;
  const draft = useFormDraft(draftName);
  const { succeed, fail } = useNotices();

  async function handleSubmit(values: FeedbackForm, formContext: FormContext) {
    const path = `/api/agents/${encodeURIComponent(agentName)}/feedback`;
    await send(path, { ...values, agentId }, formContext);
    draft.forget();
    succeed({ title: content.successTitle, message: content.success });
  }

  return (
    <FormDialog open={open} onClose={onClose} title={content.title} intro={content.intro}>
      <Form
        schema={feedbackFormSchema}
        defaultValues={{ agentSatisfaction: satisfaction.initial, wantsQuote: true, ...draft.values() }}
        afterSuccess="keep"
        onSubmit={handleSubmit}
        onFailure={() => fail({ title: content.failureTitle, message: content.failure })}
        label={content.title}
      >
        <DraftAutosave name={draftName} />
        <QuoteFields />
      </Form>
    </FormDialog>
  );
}
