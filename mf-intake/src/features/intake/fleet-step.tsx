import { intakeLimits } from 'kit/contracts/exotic-car-intake';
import { fieldsOf, useFieldArray } from 'kit/forms';
import { Plus, Trash } from 'kit/icons';
import { Button, chakra, Heading, Icon, Text, VisuallyHidden } from 'kit/ui';
import { memo, useCallback, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { fleetWords, hints, vehicleLabels } from '../../content/labels.ts';
import { UploadField } from './uploads/upload-field.tsx';
import { useForgetVehicle } from './uploads/uploads.ts';
import { blankVehicle, type WizardValues } from './wizard-values.ts';

/** Step 3: the cars. The first cannot be removed (docs/specification.md#2). */
export function FleetStep() {
  const { fields, append, remove } = useFieldArray<WizardValues, 'vehicles'>({ name: 'vehicles' });
  // A vehicle has many fields, so the press that adds one is answered before they are rendered.
  const drawn = Math.min(useDeferredValue(fields.length), fields.length);
  const forgetPhotos = useForgetVehicle();
  const [said, setSaid] = useState('');
  const titles = useRef(new Map<number, HTMLElement>());
  const focusNext = useRef<number>(undefined);

  useEffect(() => {
    // Waits until the new vehicle is rendered.
    if (focusNext.current === undefined || drawn < fields.length) return;
    titles.current.get(Math.min(focusNext.current, drawn - 1))?.focus();
    focusNext.current = undefined;
  }, [fields, drawn]);

  function handleAdd() {
    // Scrolls the new vehicle's fields into view with its title.
    focusNext.current = fields.length;
    append(blankVehicle, { shouldFocus: false });
    setSaid(fleetWords.added(fields.length + 1));
  }

  const handleRemove = useCallback(
    (index: number) => {
      focusNext.current = index - 1;
      remove(index);
      forgetPhotos(index);
      setSaid(fleetWords.removed(index + 1));
    },
    [remove, forgetPhotos],
  );

  const keepTitle = useCallback((index: number, title: HTMLElement | null) => {
    if (title) titles.current.set(index, title);
    else titles.current.delete(index);
  }, []);

  return (
    <>
      {fields.slice(0, drawn).map(({ id }, index) => (
        <VehicleFields key={id} index={index} keepTitle={keepTitle} onRemove={index === 0 ? undefined : handleRemove} />
      ))}
      <div>
        <Button variant="outline" disabled={fields.length >= intakeLimits.vehicles} onClick={handleAdd}>
          <Icon shape={Plus} size={20} />
          Add vehicle
        </Button>
      </div>
      {fields.length >= intakeLimits.vehicles && (
        <Text size="sm" tone="muted">
          {fleetWords.full(intakeLimits.vehicles)}
        </Text>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

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
const VehicleFields = memo(function VehicleFields({ index, keepTitle, onRemove }: VehicleFieldsProps) {
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
            <Icon shape={Trash} size={20} />
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
      <UploadField name={name('photos')} label="Photos" kind="images" multiple />
    </Vehicle>
  );
});
