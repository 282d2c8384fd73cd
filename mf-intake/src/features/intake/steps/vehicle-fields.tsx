import { fieldsOf } from 'kit/forms';
import { trashIcon } from 'kit/icons';
import { Button, chakra, Heading, Icon } from 'kit/ui';
import { memo, useCallback, useId } from 'react';
import { fleetWords, hints, uploadWords, vehicleLabels } from '../../../content/labels.ts';
import { UploadField } from '../uploads/upload-field.tsx';
import type { WizardValues } from '../wizard-values.ts';

const { TextAreaField, TextField } = fieldsOf<WizardValues>();

const Vehicle = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '6',
    paddingTop: '6',
    borderTop: '2px solid',
    borderColor: 'fg',
    '&:first-of-type': { paddingTop: '0', borderTop: '0' },
    '& [data-part=title]': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      minHeight: '2.5rem',
    },
    '& [data-part=short]': {
      display: 'grid',
      gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' },
      columnGap: '4',
      rowGap: '6',
      alignItems: 'start',
    },
  },
});

interface VehicleFieldsProps {
  index: number;
  keepTitle: (index: number, title: HTMLElement | null) => void;
  /** Undefined for a vehicle that cannot be removed. */
  onRemove: ((index: number) => void) | undefined;
}

/**
 * One car of the fleet. It is memoized because it has many fields, so that adding or removing another car does not render
 * them again.
 */
export const VehicleFields = memo(function VehicleFields({ index, keepTitle, onRemove }: VehicleFieldsProps) {
  const titleRef = useCallback((title: HTMLElement | null) => keepTitle(index, title), [index, keepTitle]);
  const titleId = useId();
  const title = fleetWords.title(index + 1);
  const name = <Field extends string>(field: Field) => `vehicles.${index}.${field}` as const;
  return (
    <Vehicle role="group" aria-labelledby={titleId}>
      <div data-part="title">
        <Heading as="h3" size="h3" id={titleId} ref={titleRef} tabIndex={-1}>
          {title}
        </Heading>
        {onRemove && (
          <Button variant="quiet" size="sm" onClick={() => onRemove(index)}>
            <Icon shape={trashIcon} size={20} />
            {fleetWords.remove(index + 1)}
          </Button>
        )}
      </div>
      <div data-part="short">
        <TextField name={name('year')} label={vehicleLabels.year} required inputMode="numeric" />
        <TextField name={name('make')} label={vehicleLabels.make} required />
        <TextField name={name('model')} label={vehicleLabels.model} required />
        <TextField name={name('color')} label={vehicleLabels.color} required />
        <TextField name={name('dailyRate')} label={vehicleLabels.dailyRate} required />
      </div>
      <TextAreaField
        name={name('keyFeatures')}
        label={vehicleLabels.keyFeatures}
        description={hints.keyFeatures}
        required
        rows={3}
      />
      <UploadField name={name('photos')} label={uploadWords.photos} kind="images" multiple />
    </Vehicle>
  );
});
