import type { FeedbackForm } from 'kit/contracts/feedback';
import { useFormContext, useWatch } from 'kit/forms';
import { starIcon } from 'kit/icons';
import { chakra, Icon } from 'kit/ui';
import { useId } from 'react';

const Group = chakra('fieldset', {
  base: {
    border: '0',
    minWidth: '0',
    '& legend': { fontWeight: '600', lineHeight: '1.375', marginBottom: '2' },
    '& > div': { display: 'flex', alignItems: 'center' },
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
    '& output': { marginLeft: '3', fontWeight: '600', fontVariantNumeric: 'tabular-nums' },
  },
});

interface StarFieldProps {
  name: keyof FeedbackForm;
  label: string;
  min: number;
  max: number;
}

/** A rating as stars. They are radio buttons, so arrow keys and screen readers work as usual. */
export function StarField({ name, label, min, max }: StarFieldProps) {
  const { setValue } = useFormContext();
  const value = Number(useWatch({ name }));
  const id = useId();
  const stars = Array.from({ length: max - min + 1 }, (_, index) => min + index);
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
            <Icon shape={starIcon} size={26} />
          </label>
        ))}
        <output aria-hidden="true">
          {value} of {max}
        </output>
      </div>
    </Group>
  );
}
