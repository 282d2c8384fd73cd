import { createFormSender } from 'kit/api-client';
import type { FormContext } from 'kit/contracts/form-context';
import { AlertDialog, Dialog } from 'kit/dialog';
import { useDialogEntry } from 'kit/dialog-entry';
import { DraftAutosave, readDraft, removeDraft } from 'kit/form-draft';
import { ConsentLine, Form, FormErrorSummary, SubmitButton } from 'kit/forms';
import { type ComponentProps, type ReactNode, useState } from 'react';

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

  async function handleSubmit(values: Values, formContext: FormContext) {
    await send(path, bodyOf(values), formContext);
    removeDraft(draftName);
    alert.open(success);
  }

  return (
    <>
      <Dialog open={open} onClose={onClose} title={content.title} description={content.intro} size="md">
        <Form
          schema={schema}
          defaultValues={valuesOf(readDraft(draftName))}
          afterSuccess="keep"
          onSubmit={handleSubmit}
          onFailure={() => alert.openAbove(failure)}
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
