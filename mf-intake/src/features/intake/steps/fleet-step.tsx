import { intakeLimits } from 'kit/contracts/exotic-car-intake';
import { useFieldArray } from 'kit/forms';
import { plusIcon } from 'kit/icons';
import { Button, Icon, Text, VisuallyHidden } from 'kit/ui';
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { fleetWords } from '../../../content/labels.ts';
import { useForgetVehicle } from '../uploads/uploads.ts';
import { blankVehicle, type WizardValues } from '../wizard-values.ts';
import { VehicleFields } from './vehicle-fields.tsx';

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
          <Icon shape={plusIcon} size={20} />
          {fleetWords.add}
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
