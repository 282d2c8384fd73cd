import { createFormSender } from 'kit/api-client';
import type { FormContext } from 'kit/contracts/form-context';
import { AlertDialog, Dialog } from 'kit/dialog';
import { useDialogEntry } from 'kit/dialog-entry';
import { DraftAutosave, readDraft, removeDraft } from 'kit/form-draft';
import { ConsentLine, Form, FormErrorSummary, SubmitButton } from 'kit/forms';
import { showToast } from 'kit/toast/store';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';

interface Notice {
  title: string;
  message: string;
}

interface FormDialogProps<Values extends Record<string, unknown>> {
  open: boolean;
  onClose: () => void;
  content: Readonly<Record<'title' | 'intro' | 'submit' | 'pending', string>>;
  schema: ComponentProps<typeof Form<Values, Values>>['schema'];
  /** The name of the draft that keeps the input of a closed form. */
  draftName: string;
  /** The initial values, from those of the draft. */
  valuesOf: (draft: object) => ComponentProps<typeof Form<Values, Values>>['defaultValues'];
  path: string;
  /** Returns the body of the call. */
  bodyOf: (values: Values) => object;
  success: Notice;
  failure: Notice;
  children: ReactNode;
}

/** A form in a dialog, which is sent to the API, and an alert with the outcome (docs/specification.md#4, #8). */
export function FormDialog<Values extends Record<string, unknown>>(props: FormDialogProps<Values>) {
  const { open, onClose, content, schema, draftName, valuesOf, path, bodyOf, success, failure, children } = props;
  const [send] = useState(createFormSender);
  const alert = useDialogEntry('notice', () => true);
  const notice = alert.value as Notice | undefined;
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  /** The visitor may have left the page, which can show no alert then. */
  function showOutcome(tone: 'success' | 'error', outcome: Notice) {
    if (!isHere.current) showToast({ tone, title: outcome.title, description: outcome.message });
    else if (tone === 'success') alert.open(outcome);
    else alert.openAbove(outcome);
  }

  async function handleSubmit(values: Values, formContext: FormContext) {
    const sent = JSON.stringify(readDraft(draftName));
    await send(path, bodyOf(values), formContext);
    // The visitor may have closed the dialog, opened it again and typed meanwhile.
    if (JSON.stringify(readDraft(draftName)) === sent) removeDraft(draftName);
    showOutcome('success', success);
  }

  return (
    <>
      <Dialog open={open} onClose={onClose} title={content.title} description={content.intro} size="md">
        <Form
          schema={schema}
          defaultValues={valuesOf(readDraft(draftName))}
          afterSuccess="keep"
          onSubmit={handleSubmit}
          onFailure={() => showOutcome('error', failure)}
          label={content.title}
        >
          <DraftAutosave name={draftName} />
          <FormErrorSummary />
          {children}
          <SubmitButton pendingLabel={content.pending} size="lg" wide>
            {content.submit}
          </SubmitButton>
          <ConsentLine />
        </Form>
      </Dialog>
      <AlertDialog open={notice !== undefined} onClose={alert.close} title={notice?.title}>
        {notice?.message}
      </AlertDialog>
    </>
  );
}
