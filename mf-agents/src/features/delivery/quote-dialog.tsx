import type { ShownPublicAgent } from 'kit/contracts/agent';
import { type FeedbackForm, feedbackChoices, feedbackFormSchema, satisfaction } from 'kit/contracts/feedback';
import { fieldsOf, useFormContext, useWatch } from 'kit/forms';
import { Star } from 'kit/icons';
import { optionsOf } from 'kit/options-of';
import { chakra, Icon } from 'kit/ui';
import { useId } from 'react';
import { feedbackContent as content } from '../../content/delivery.ts';
import { FormDialog } from '../../sections/form-dialog.tsx';

interface QuoteDialogProps {
  open: boolean;
  onClose: () => void;
  agentName: string;
  agentId: ShownPublicAgent['id'];
}

const { CheckboxField, SelectField, TextAreaField, TextField } = fieldsOf<FeedbackForm>();

/** Feedback about the agent and a request for a quote (docs/specification.md#3, #4, #8). */
export function QuoteDialog({ open, onClose, agentName, agentId }: QuoteDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      content={content}
      schema={feedbackFormSchema}
      draftName={`feedback ${agentName}`}
      valuesOf={(draft) => ({ agentSatisfaction: satisfaction.initial, wantsQuote: true, ...draft })}
      path={`/api/agents/${encodeURIComponent(agentName)}/feedback`}
      bodyOf={(values: FeedbackForm) => ({ ...values, agentId })}
      success={{ title: content.successTitle, message: content.success }}
      failure={{ title: content.failureTitle, message: content.failure }}
    >
      <TextField name="clientName" label="Name" autoComplete="name" required />
      <TextField name="clientEmail" label="Email" type="email" required />
      <TextField name="businessName" label="Business Name" autoComplete="organization" required />
      <StarField name="agentSatisfaction" label="Agent Satisfaction" />
      <TextAreaField name="feedbackText" label="Feedback" rows={3} />
      <CheckboxField name="wantsQuote" label="I want a quote for my own agent" />
      <ChoiceField name="businessType" label="Business Type" />
      <ChoiceField name="expectedVolume" label="Expected Volume" />
      <TextAreaField name="specialRequirements" label="Special Requirements" rows={3} />
      <ChoiceField name="budget" label="Budget" />
      <ChoiceField name="timeline" label="Timeline" />
    </FormDialog>
  );
}

function ChoiceField({ name, label }: { name: keyof typeof feedbackChoices; label: string }) {
  return <SelectField name={name} label={label} options={optionsOf(feedbackChoices[name])} placeholder="Choose one" />;
}

const Group = chakra('fieldset', {
  base: {
    border: '0',
    minWidth: '0',
    '& legend': { fontWeight: '600', lineHeight: '1.375', marginBottom: '2' },
    '& > div': { display: 'flex', flexWrap: 'wrap', alignItems: 'center' },
    '& label': {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      width: '2.75rem',
      height: '2.75rem',
      borderRadius: 'sm',
      cursor: 'pointer',
      color: 'control',
    },
    '& label[data-lit]': { color: 'action' },
    '& label[data-lit] svg': { fill: 'currentColor' },
    '& label:has(:focus-visible)': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '-2px' },
    '& input': { position: 'absolute', inset: '0', opacity: '0', cursor: 'pointer', margin: '0' },
    '& output': { marginLeft: '3', whiteSpace: 'nowrap', fontWeight: '600', fontVariantNumeric: 'tabular-nums' },
  },
});

const stars = Array.from({ length: satisfaction.max }, (_, index) => index + satisfaction.min);

/** A rating as stars. They are radio buttons, so arrow keys and screen readers work as usual. */
function StarField({ name, label }: { name: keyof FeedbackForm; label: string }) {
  const { setValue } = useFormContext();
  const { max } = satisfaction;
  const value = Number(useWatch({ name }));
  const id = useId();
  return (
    <Group aria-labelledby={id}>
      <legend id={id}>{label}</legend>
      <div>
        {stars.map((star) => (
          <label key={star} data-lit={star <= value ? '' : undefined}>
            <input
              type="radio"
              name={name}
              value={star}
              aria-label={`${star} of ${max}`}
              checked={star === value}
              onChange={() => setValue(name, star, { shouldDirty: true })}
            />
            <Icon shape={Star} size={26} />
          </label>
        ))}
        <output aria-hidden="true">
          {value} of {max}
        </output>
      </div>
    </Group>
  );
}
