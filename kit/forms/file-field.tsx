import { chakra } from '@chakra-ui/react';
import { fileRecipe } from '../theme/recipes/field.ts';
import { describe, FieldFrame, type FieldProps } from './field-frame.tsx';
import { useControl } from './use-control.ts';

const FileInput = chakra('input', fileRecipe);

interface FileFieldProps extends FieldProps {
  /** The HTML `accept` attribute: `image/*`, `.pdf,.doc,.docx`. */
  accept?: string | undefined;
  multiple?: boolean | undefined;
}

/** A file input; the value is a `FileList`. */
export function FileField({ name, label, required, description, accept, multiple }: FileFieldProps) {
  const { id, error, bind } = useControl(name);
  return (
    <FieldFrame naming="label" {...{ id, label, required, description, error }}>
      <FileInput
        id={id}
        type="file"
        required={required}
        accept={accept}
        multiple={multiple}
        {...describe({ id, description, error })}
        {...bind}
      />
    </FieldFrame>
  );
}
